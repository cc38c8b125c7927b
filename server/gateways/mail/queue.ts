/** Queues mails: takes those that are due, each for one process only, and records their deliveries. */
import type { Pool } from 'pg';
import { HOUR_MS, MINUTE_MS } from '../../../src/core/time';
import type { Delivery } from './smtp';

/** A process that takes a mail must send it within this time; afterwards another may take it, because the first has died. */
export const SENDING_LEASE_MS = 5 * MINUTE_MS;
const FIRST_PAUSE_MS = MINUTE_MS;
const MAX_PAUSE_MS = 6 * HOUR_MS;
/** After this time a mail is given up, because nobody needs it any more. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;

export interface DueMail {
  readonly mail_id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string;
  readonly message_key: string;
  readonly created_at: Date;
  /** The number of tries, this one included. */
  readonly attempts: number;
  /** The reason why the last try failed for now. */
  readonly waits_for: 'server' | 'recipient' | null;
}

/** Returns the pause in ms after this number of failed tries: it doubles from a minute up to six hours. */
export function pauseAfterMs(attempts: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(Math.max(attempts, 1) - 1, 20));
}

/**
 * Takes the mail that has been due longest and postpones its next try at once, so a crash costs only one pause. Its `waits_for` is cleared,
 * so that no other process wakes it meanwhile. Null when none is due.
 */
export async function takeDueMail(pool: Pool, now: Date): Promise<DueMail | null> {
  const { rows } = await pool.query<DueMail>(
    // Without MATERIALIZED the planner may run the subquery for each mail, and so update more mails than it returns.
    `WITH due AS MATERIALIZED (
       SELECT mail_id, waits_for FROM mail WHERE next_try_at <= $1 ORDER BY next_try_at, mail_id LIMIT 1 FOR UPDATE SKIP LOCKED)
     UPDATE mail m SET next_try_at = $2, attempts = m.attempts + 1, waits_for = NULL
     FROM due
     WHERE m.mail_id = due.mail_id
     RETURNING m.mail_id, m.recipient, m.subject, m.body, m.html, m.message_key, m.created_at, m.attempts, due.waits_for`,
    [now, new Date(now.getTime() + SENDING_LEASE_MS)],
  );
  return rows[0] ?? null;
}

/** The end of a mail also deletes its text, because the links in it open accounts. */
const CLEARED_COLUMNS = "next_try_at = NULL, waits_for = NULL, body = '', html = ''";

/** Records the delivery of a mail, unless another process has taken it meanwhile. Returns why it ended unsent, or null. */
export async function recordDelivery(pool: Pool, mail: DueMail, delivery: Delivery, now: Date): Promise<'refused' | 'given-up' | null> {
  const id = mail.mail_id;
  if (delivery.kind === 'sent') {
    // The mail has arrived, even if another process has taken it meanwhile.
    await pool.query(`UPDATE mail SET sent_at = $2, ${CLEARED_COLUMNS} WHERE mail_id = $1 AND sent_at IS NULL AND failed_at IS NULL`, [id, now]);
    if (mail.waits_for === 'server') await wakeWaitingMails(pool, now);
    return null;
  }
  const isTooOld = now.getTime() - mail.created_at.getTime() >= GIVE_UP_AFTER_MS;
  const failure = delivery.kind === 'refused' ? 'refused' : isTooOld ? 'given-up' : null;
  if (failure !== null) {
    await pool.query(`UPDATE mail SET failed_at = $3, failure = $4, ${CLEARED_COLUMNS} WHERE mail_id = $1 AND attempts = $2 AND next_try_at IS NOT NULL`, [
      id, mail.attempts, now, failure,
    ]);
    return failure;
  }
  await pool.query('UPDATE mail SET next_try_at = $3, waits_for = $4 WHERE mail_id = $1 AND attempts = $2 AND next_try_at IS NOT NULL', [
    id, mail.attempts, new Date(now.getTime() + pauseAfterMs(mail.attempts)), delivery.kind === 'later' ? delivery.waitsFor : null,
  ]);
  return null;
}

/** Makes all mails due that waited only for the server, because it works again. */
async function wakeWaitingMails(pool: Pool, now: Date): Promise<void> {
  await pool.query(`UPDATE mail SET next_try_at = $1 WHERE next_try_at > $1 AND waits_for = 'server'`, [now]);
}

/** Ends mails whose links have expired, and returns how many. */
export async function dropExpired(pool: Pool, now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `UPDATE mail SET failed_at = $1, failure = 'expired', ${CLEARED_COLUMNS} WHERE next_try_at <= $1 AND expires_at <= $1`,
    [now],
  );
  return rowCount ?? 0;
}
