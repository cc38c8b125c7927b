/**
 * Brings what the player chose about consents to the platform, on each session check. `ask`: what the player accepted
 * and the profile does not have. `implied`: every tag the profile does not have, but never one the player has
 * withdrawn.
 */
import type { Client } from '../api/http';
import { CONSENT_TAGS } from '../core/consent-tags';
import type { ConsentTag } from '../core/consent-tags';
import { GIVE_CONSENTS, WITHDRAW_CONSENT } from '../core/shapes/endpoints';
import { consentChoices, isWithdrawn, settleConsent } from '../data/consents';
import type { Database } from '../data/database';
import type { ConsentChoice } from '../data/schema';
import type { WorkerSession } from './contract';

interface Wanted {
  readonly post: readonly ConsentTag[];
  readonly withdraw: readonly ConsentTag[];
  /** Choices that the platform has already. */
  readonly settled: readonly ConsentChoice[];
}

export interface ConsentState {
  readonly policy: 'ask' | 'implied';
  /** Of the profile, as the platform last said. */
  readonly given: Readonly<Record<string, boolean>>;
  readonly choices: readonly ConsentChoice[];
  /** Tags withdrawn on this device at some time, and not accepted since. */
  readonly withdrawn: ReadonlySet<string>;
}

/** What there is to tell the platform. Pure. */
export function wantedConsents({ policy, given, choices, withdrawn }: ConsentState): Wanted {
  const choiceOf = new Map(choices.map((choice) => [choice.tag, choice]));
  const isAccepted = (tag: ConsentTag) => choiceOf.get(tag)?.choice === 'accepted';
  const isWanted = (tag: ConsentTag) => isAccepted(tag) || (policy === 'implied' && !withdrawn.has(tag));
  return {
    post: CONSENT_TAGS.filter((tag) => given[tag] !== true && isWanted(tag)),
    // Also where the profile does not have it: an accept that is still under way must not win.
    withdraw: CONSENT_TAGS.filter((tag) => choiceOf.get(tag)?.choice === 'withdrawn'),
    settled: choices.filter(({ tag, choice }) => choice === 'accepted' && given[tag] === true),
  };
}

interface SyncDeps {
  readonly client: Client;
  readonly db: Database;
  readonly session: WorkerSession;
  readonly given: Readonly<Record<string, boolean>>;
  readonly signal: AbortSignal;
}

/** True when the platform took something in: the profile has changed. */
export async function syncConsents({ client, db, session, given, signal }: SyncDeps): Promise<boolean> {
  const { userId, sessionId, consentPolicy: policy, capabilities } = session;
  const choices = await consentChoices(db, userId);
  const withdrawn = new Set<string>();
  for (const tag of CONSENT_TAGS) if (await isWithdrawn(db, userId, tag)) withdrawn.add(tag);
  const wanted = wantedConsents({ policy, given, choices, withdrawn });
  const told = async (tags: readonly string[]) => {
    for (const choice of choices) if (tags.includes(choice.tag)) await settleConsent(db, choice);
  };

  await told(wanted.settled.map(({ tag }) => tag));
  let hasChanged = false;
  if (wanted.post.length > 0) {
    const items = wanted.post.map((tagCode) => ({ tagCode, status: 'Accepted' }));
    const posted = await client.call(GIVE_CONSENTS, { params: { userId }, sessionId, body: { items }, signal });
    if (posted.ok) await told(wanted.post);
    hasChanged = posted.ok;
  }
  if (capabilities?.includes('withdraw-consent') === false) return hasChanged;
  for (const tagCode of wanted.withdraw) {
    const gone = await client.call(WITHDRAW_CONSENT, { params: { userId, tagCode }, sessionId, signal });
    if (gone.ok) await told([tagCode]);
    hasChanged ||= gone.ok;
  }
  return hasChanged;
}
