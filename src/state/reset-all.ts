import { resetApp } from './app';
import { resetCatalogue } from './hear-catalogue';
import { resetConnection } from './connection';
import { resetFigures } from './hear-figures';
import { resetIntents } from './intents';
import { resetNotifications } from './notifications';
import { resetOutbox } from './outbox';
import { leaveSession, resetSession } from './session';

/** Everything of the player goes from the stores; what is public, and what the frame says about itself, stays. */
export function forgetPlayer(): void {
  leaveSession();
  resetFigures();
  resetIntents();
  resetOutbox();
  resetNotifications();
}

/** Every store as at the first start. */
export function resetAll(): void {
  resetSession();
  resetFigures();
  resetIntents();
  resetOutbox();
  resetNotifications();
  resetConnection();
  resetCatalogue();
  resetApp();
}
