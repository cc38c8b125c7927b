/**
 * Remembers the consents that were withdrawn on this page, because the device's store, and later the platform, learn of them
 * only after it.
 */
import type { ConsentTag } from '../../core/consent-tags';
import { createListeners } from '../page/listeners';
import { perBridge } from '../per-bridge';

export interface ConsentChoices {
  readonly note: (userId: string, tag: ConsentTag, choice: 'accepted' | 'withdrawn') => void;
  readonly isWithdrawn: (userId: string, tag: ConsentTag) => boolean;
  /** Calls the listener after every choice. Returns the function that stops this. */
  readonly follow: (listener: () => void) => () => void;
}

const markOf = (userId: string, tag: ConsentTag) => `${tag} ${userId}`;

function createConsentChoices(): ConsentChoices {
  const withdrawn = new Set<string>();
  const listeners = createListeners();
  return {
    note(userId, tag, choice) {
      if (choice === 'withdrawn') withdrawn.add(markOf(userId, tag));
      else withdrawn.delete(markOf(userId, tag));
      listeners.notifyAll(undefined);
    },
    isWithdrawn: (userId, tag) => withdrawn.has(markOf(userId, tag)),
    follow: listeners.add,
  };
}

export const consentChoicesOf = perBridge(createConsentChoices);
