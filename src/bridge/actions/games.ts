/** The lobby's list. This file imports as little as it can, because every first visit loads it. */
import { guestBridge } from '../guest';

export const { loadGames, readStoredGames } = guestBridge;
