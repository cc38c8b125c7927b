/** The faces by game, loaded when a game is opened. All slots share one file, and so do all tables. */
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

const loadedFaces = new Map<string, GameFace>();

/** Loads a face. It rejects where the chunk can't be loaded, and is null for a game that this version of the app can't draw. */
export async function loadFace(gameId: string): Promise<GameFace | null> {
  const load = entryOf(FACES, gameId);
  if (load === undefined) return null;
  const { face } = await load();
  loadedFaces.set(gameId, face);
  return face;
}

/** Returns a face that is here already, so that its game is drawn at once; null for any other. */
export const loadedFace = (gameId: string): GameFace | null => loadedFaces.get(gameId) ?? null;

/** For the tests: every game here must be in the catalogue, and every game of the catalogue here. */
export const FACE_IDS = Object.keys(FACES);
