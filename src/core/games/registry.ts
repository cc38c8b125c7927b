/** All engines by game. For the platform and for checking receipts; a game's face imports its own engine alone. */
import { closeEngine } from './engine';
import type { AnyEngine } from './engine';
import { adireGoldEngine } from './slots/adire-gold';

export const engines: ReadonlyMap<string, AnyEngine> = new Map(
  [closeEngine(adireGoldEngine)].map((engine) => [engine.gameId, engine]),
);
