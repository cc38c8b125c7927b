/** The engines of all games but slots, by game. The catalogue says which games players are offered. */
import { blackjackEngine } from './blackjack';
import { diceEngine } from './dice';
import { closeEngine } from './engine';
import type { AnyEngine } from './engine';
import { minesEngine } from './mines';
import { plinkoEngine } from './plinko';
import { rouletteEngine } from './roulette';
import { closeStepped } from './stepped';
import type { AnySteppedEngine } from './stepped';

/** One bet, one answer. */
export const tableEngines: ReadonlyMap<string, AnyEngine> = new Map(
  [closeEngine(rouletteEngine), closeEngine(diceEngine), closeEngine(plinkoEngine)].map((engine) => [engine.gameId, engine]),
);

/** The player acts between the bet and the answer. */
export const steppedEngines: ReadonlyMap<string, AnySteppedEngine> = new Map(
  [closeStepped(minesEngine), closeStepped(blackjackEngine)].map((engine) => [engine.gameId, engine]),
);
