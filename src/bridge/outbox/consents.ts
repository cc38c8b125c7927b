/** Gives and withdraws consents. */
import type { ConsentTag } from '../../core/contract/consents';
import { markWithdrawn } from '../../data/mark-withdrawn-consent';
import type { Bridge } from '../bridge';
import { perBridge } from '../per-bridge';
import { currentIds } from '../session/ids';
import { queueOf } from './queue';
import type { QueueResult } from './queue-result';
import { consentChoicesOf } from './consent-choices';

export interface Consents {
  readonly accept: (tag: ConsentTag) => Promise<QueueResult>;
  /** Needs the capability `withdraw-consent`; without it hide the control and say whom to write to. */
  readonly withdraw: (tag: ConsentTag) => Promise<QueueResult>;
}

function createConsents(bridge: Bridge): Consents {
  const { database } = bridge;
  const { queue } = queueOf(bridge);
  const choices = consentChoicesOf(bridge);

  function note(tag: ConsentTag, choice: 'accepted' | 'withdrawn'): void {
    const ids = currentIds();
    if (ids) choices.note(ids.userId, tag, choice);
  }

  function accept(tag: ConsentTag): Promise<QueueResult> {
    note(tag, 'accepted');
    return queue('give-consent', { tag });
  }

  async function withdraw(tag: ConsentTag): Promise<QueueResult> {
    note(tag, 'withdrawn');
    const ids = currentIds();
    // The mark comes first, so that this device never assumes the consent again, even if the rest fails.
    if (ids) await markWithdrawn(database, ids.userId, tag);
    return queue('withdraw-consent', { tag });
  }

  return { accept, withdraw };
}

export const consentsOf = perBridge(createConsents);
