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
import type { AnySteppedEngine } from './stepped';
import { steppedEngines, tableEngines } from './tables';

/** One bet, one answer. */
export const engines: ReadonlyMap<string, AnyEngine> = new Map([
  ...[
    closeEngine(adireGoldEngine),
    closeEngine(lagosNightsEngine),
    closeEngine(talkingDrumEngine),
    closeEngine(calabarCarnivalEngine),
    closeEngine(harmattanEngine),
    closeEngine(zumaRockEngine),
    closeEngine(nollywoodReelEngine),
    closeEngine(suyaSpotEngine),
  ].map((engine) => [engine.gameId, engine] as const),
  ...tableEngines,
]);

/** The player acts between the bet and the answer. */
export { steppedEngines } from './tables';

/** Every engine of this build; the two kinds have no game in common. */
export const allEngines: ReadonlyMap<string, AnyEngine | AnySteppedEngine> = new Map<string, AnyEngine | AnySteppedEngine>([
  ...engines,
  ...steppedEngines,
]);
