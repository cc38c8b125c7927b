/** All engines by game. For the platform and for checking receipts; a game's face imports its own engine alone. */
import { closeEngine } from './engine';
import type { AnyEngine } from './engine';
import { adireGoldEngine } from './slots/adire-gold';
import { lagosNightsEngine } from './slots/lagos-nights';
import { talkingDrumEngine } from './slots/talking-drum';
import { calabarCarnivalEngine } from './slots/calabar-carnival';
import { harmattanEngine } from './slots/harmattan';
import { zumaRockEngine } from './slots/zuma-rock';
import { nollywoodReelEngine } from './slots/nollywood-reel';
import { suyaSpotEngine } from './slots/suya-spot';

export const engines: ReadonlyMap<string, AnyEngine> = new Map(
  [
    closeEngine(adireGoldEngine),
    closeEngine(lagosNightsEngine),
    closeEngine(talkingDrumEngine),
    closeEngine(calabarCarnivalEngine),
    closeEngine(harmattanEngine),
    closeEngine(zumaRockEngine),
    closeEngine(nollywoodReelEngine),
    closeEngine(suyaSpotEngine),
  ].map((engine) => [engine.gameId, engine]),
);
