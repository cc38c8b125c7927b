import { resetApp } from './app';
import { resetCatalogue } from './apply-catalogue';
import { resetConnection } from './connection';
import { resetFigures } from './apply-figures';
import { resetIntents } from './intents';
import { resetNotifications } from './notifications';
import { resetOutbox } from './outbox';
import { resetSeeds } from './seeds';
import { leaveSession, resetSession } from './session';

/** Removes everything of the player from the stores. What is public stays, and so does the app's own state. */
export function forgetPlayer(): void {
  leaveSession();
  resetFigures();
  resetIntents();
  resetOutbox();
  resetSeeds();
  resetNotifications();
}

/** Resets every store to its state at the first start. */
export function resetAll(): void {
  resetSession();
  resetFigures();
  resetIntents();
  resetOutbox();
  resetSeeds();
  resetNotifications();
  resetConnection();
  resetCatalogue();
  resetApp();
}
