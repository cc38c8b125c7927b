/** Bounds the mails to an address that nobody has confirmed, because it may be a stranger's. */
import type { PoolClient } from 'pg';
import { HOUR_MS } from '../../src/core/time';
import { fillBucket } from '../rates';
import { secretHash } from '../secrets';

/**
 * Counts the mails to one address from all accounts that have not confirmed it, one after the other: whoever opens accounts with
 * a stranger's address and closes them again sends it 6 mails at once, and 54 on the first day. Only one open account can have
 * the address, so an owner who opens theirs after that waits half an hour at most: nobody else can take the next place. It counts
 * neither networks nor devices, so people who share an address of a carrier do not wait for each other.
 */
const UNCONFIRMED_MAIL_LIMIT = { kind: 'unconfirmed-mail', leakMs: HOUR_MS / 2, atOnce: 6 } as const;

/** Counts a mail. Returns null, or the seconds until the address may get another one; then send none. */
export async function countUnconfirmedMail(tx: PoolClient, email: string, now: Date): Promise<number | null> {
  const { waitSeconds } = await fillBucket(tx, UNCONFIRMED_MAIL_LIMIT, secretHash(email), { now, capacity: UNCONFIRMED_MAIL_LIMIT.atOnce });
  return waitSeconds;
}
