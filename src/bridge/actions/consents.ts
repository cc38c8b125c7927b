/**
 * Giving and withdrawing consents. What a player chooses is kept on the device first and synced when there is a
 * connection.
 */
import { deleteConsent, postConsent } from '../../core/contract/player';
import type { ConsentTag } from '../../core/contract/player';
import { chooseConsent, consentChoices } from '../../data/consents';
import { database } from '../database';
import { callAsPlayer, currentIds } from '../platform';
import { recheckSession } from '../sync-worker';
import { noteChoice } from '../withdrawn';

/**
 * True when the choice is kept, here or on the platform. What is kept here goes to the platform at once where there is a
 * connection, else with the next one.
 */
async function choose(tag: ConsentTag, choice: 'accepted' | 'withdrawn'): Promise<boolean> {
  const ids = currentIds();
  if (!ids) return false;
  noteChoice(ids.userId, tag, choice);
  const isKept = await chooseConsent(database, { userId: ids.userId, tag, choice, at: Date.now() });
  if (isKept) {
    void recheckSession();
    return true;
  }
  // Where the device keeps nothing the platform is told now or never.
  const items = [{ tagCode: tag, status: 'Accepted' as const }];
  const told = await (choice === 'accepted'
    ? callAsPlayer(postConsent, ({ userId }) => ({ params: { userId }, body: { items } }))
    : callAsPlayer(deleteConsent, ({ userId }) => ({ params: { userId, tagCode: tag } })));
  void recheckSession();
  return told.ok;
}

export function acceptConsent(tag: ConsentTag): Promise<boolean> {
  return choose(tag, 'accepted');
}

/** Needs the capability `withdraw-consent`; without it hide the control and say whom to write to. */
export function withdrawConsent(tag: ConsentTag): Promise<boolean> {
  return choose(tag, 'withdrawn');
}

/** Choices that the platform does not know of yet, by tag. */
export async function waitingConsents(): Promise<Readonly<Partial<Record<string, 'accepted' | 'withdrawn'>>>> {
  const ids = currentIds();
  const choices = ids ? await consentChoices(database, ids.userId) : [];
  return Object.fromEntries(choices.map(({ tag, choice }) => [tag, choice]));
}
