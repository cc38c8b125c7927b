/** All engines by game. For the platform and for checking receipts; a game's face imports its own engine alone. */
import { closeEngine } from './engine';
import type { AnyEngine } from './engine';
import { adireGoldEngine } from './slots/adire-gold';
import type { AnySteppedEngine } from './stepped';
import { steppedEngines, tableEngines } from './tables';

/** One bet, one answer. */
export const engines: ReadonlyMap<string, AnyEngine> = new Map([
  ...[closeEngine(adireGoldEngine)].map((engine) => [engine.gameId, engine] as const),
  ...tableEngines,
]);

/** The player acts between the bet and the answer. */
export { steppedEngines } from './tables';

/** What is known of a game whichever of the two it is: kind, return, largest win, step of its stakes. */
export type EngineFacts = Pick<AnyEngine, 'gameId' | 'kind' | 'rtp' | 'maxWin' | 'stakeStep'>;

/** Every engine of this build; the two kinds have no game in common. */
export const allEngines: ReadonlyMap<string, AnyEngine | AnySteppedEngine> = new Map<string, AnyEngine | AnySteppedEngine>([
  ...engines,
  ...steppedEngines,
]);
