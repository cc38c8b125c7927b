/** Bounds the mails to an address that nobody has confirmed, because it may be a stranger's. */
import type { PoolClient } from 'pg';
import { HOUR_MS } from '../../src/core/time';
import { fillBucket } from '../rates';
import { secretHash } from '../secrets';
import { mailboxOf } from './mailbox';

/**
 * Counts the mails to one mailbox from all accounts that have not confirmed an address of it, one after the other: whoever opens
 * accounts with a stranger's addresses and closes them again sends 6 mails at once, and 54 on the first day. Only one open account
 * can have an address, so an owner who opens theirs after that waits half an hour at most where the mailbox has no other address:
 * nobody else can take the next place. It counts neither networks nor devices, so people who share an address of a carrier do not wait for each other.
 */
const UNCONFIRMED_MAIL_LIMIT = { kind: 'unconfirmed-mail', leakMs: HOUR_MS / 2, atOnce: 6 } as const;

/** Counts a mail. Returns null, or the seconds until the mailbox may get another one; then send none. */
export async function countUnconfirmedMail(tx: PoolClient, email: string, now: Date): Promise<number | null> {
  const { waitSeconds } = await fillBucket(tx, UNCONFIRMED_MAIL_LIMIT, secretHash(mailboxOf(email)), { now, capacity: UNCONFIRMED_MAIL_LIMIT.atOnce });
  return waitSeconds;
}
