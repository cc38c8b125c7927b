/** The lobby's list; light, because every first visit loads it. */
import { bridge } from '../index';

export const { loadGames } = bridge;
