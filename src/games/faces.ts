/** The faces by game, loaded when one is opened: all slots in one file, all tables in another. */
import { entryOf } from '../core/words/is-key-of';
import type { GameFace } from './face';

const FACES: Readonly<Record<string, () => Promise<{ readonly face: GameFace }>>> = {
  'adire-gold': () => import('./adire-gold/Face'),
  'lagos-nights': () => import('./lagos-nights/Face'),
  'talking-drum': () => import('./talking-drum/Face'),
  'calabar-carnival': () => import('./calabar-carnival/Face'),
  harmattan: () => import('./harmattan/Face'),
  'zuma-rock': () => import('./zuma-rock/Face'),
  'nollywood-reel': () => import('./nollywood-reel/Face'),
  'suya-spot': () => import('./suya-spot/Face'),
  blackjack: () => import('./blackjack/Face'),
  dice: () => import('./dice/Face'),
  mines: () => import('./mines/Face'),
  plinko: () => import('./plinko/Face'),
  roulette: () => import('./roulette/Face'),
};

/** Rejects where the chunk can't be had; null for a game that this version of the app can't draw. */
export async function loadFace(gameId: string): Promise<GameFace | null> {
  const load = entryOf(FACES, gameId);
  return load === undefined ? null : (await load()).face;
}

/** For the tests: every game here must be in the catalogue, and the other way round. */
export const FACE_IDS = Object.keys(FACES);
