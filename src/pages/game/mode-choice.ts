/** Keeps the player's choice of practice for this tab, so that no other game, reload or update turns practice into money. */
import type { PlayMode } from './rounds/spin-state';

const ENTRY = 'game-mode';

/** True if the player has chosen practice in this tab, and not money after it. */
export function hasChosenPractice(): boolean {
  try {
    return sessionStorage.getItem(ENTRY) === 'practice';
  } catch {
    // Session storage is closed, so the choice holds as long as the game is open.
    return false;
  }
}

export function storeChosenMode(mode: PlayMode): void {
  try {
    sessionStorage.setItem(ENTRY, mode);
  } catch {
    // Session storage is closed, as above.
  }
}
