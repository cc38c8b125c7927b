/**
 * Posts the consents that are implied by the operator's policy. It is a file of its own, which no browser loads where consents
 * are asked for.
 */
import { CONSENT_TAGS } from '../core/consent-tags';
import { GIVE_CONSENTS } from '../core/outbox/calls';
import { withdrawnTags } from '../data/withdrawn-consents';
import { can } from './can';
import type { OutboxDeps } from './outbox';

/**
 * Posts every tag that the profile does not have, but never one that the player has withdrawn. The product's own platform is
 * told that nobody chose it. Returns true when the platform stored something.
 */
export async function postImplied({ client, db, session, consents, signal }: OutboxDeps): Promise<boolean> {
  if (consents === null) return false;
  const { userId, sessionId } = session;
  const withdrawn = await withdrawnTags(db, userId, CONSENT_TAGS);
  const tags = CONSENT_TAGS.filter((tag) => consents[tag] !== true && !withdrawn.includes(tag));
  if (tags.length === 0) return false;
  const mark = can(session)('withdraw-consent') && { implied: true };
  const items = tags.map((tagCode) => ({ tagCode, status: 'Accepted', ...mark }));
  return (await client.call(GIVE_CONSENTS, { params: { userId }, sessionId, body: { items }, signal })).ok;
}
