/** Bounds the mails to an address that nobody has confirmed, because it may be a stranger's. */
import type { PoolClient } from 'pg';
import { HOUR_MS } from '../../src/core/time';
import { fillBucket } from '../rate-limits/rates';
import { secretHash } from '../secrets';
import { hasTag, inboxOf } from './inbox';

/**
 * Counts the mails to one inbox from all accounts that have not confirmed an address of it, one after the other: whoever opens
 * accounts with a stranger's address and closes them again sends it 6 mails at once, and 54 on the first day. All addresses with a
 * tag (`ada+x@…`) are counted apart from those without, and together, as often. So nobody takes the place of an owner without a
 * tag by opening accounts with tags: only one open account can have the address, and the owner waits half an hour at most. Only
 * where a provider ignores dots somebody else can have the same inbox without a tag. It counts neither networks nor devices, so
 * people who share an address of a carrier do not wait for each other.
 */
const UNCONFIRMED_MAIL_LIMIT = { kind: 'unconfirmed-mail', leakMs: HOUR_MS / 2, atOnce: 6 } as const;

/** Counts a mail. Returns null, or the seconds until the inbox may get another one; then send none. */
export async function countUnconfirmedMail(tx: PoolClient, email: string, now: Date): Promise<number | null> {
  const inbox = inboxOf(email);
  const subject = secretHash(hasTag(email) ? `${inbox} tagged` : inbox);
  const { waitSeconds } = await fillBucket(tx, UNCONFIRMED_MAIL_LIMIT, subject, { now, capacity: UNCONFIRMED_MAIL_LIMIT.atOnce });
  return waitSeconds;
}
