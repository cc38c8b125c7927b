import type { Pool } from 'pg';
import { signNotification, SIGNATURE_HEADER } from './signature';

/** Posts a notification and returns the status of the answer; throws when there is none. */
export type Send = (body: string, headers: Readonly<Record<string, string>>) => Promise<number>;

const BATCH = 20;
const FIRST_PAUSE_MS = 5_000;
const MAX_ATTEMPTS = 12;

interface DueNotification {
  readonly notification_id: number;
  readonly body: string;
}

/**
 * Delivers the notifications that are due, with a fresh signature. One that is not answered with 2xx is tried up to 12 times, with pauses
 * that double from 5 s. Returns how many were tried.
 */
export async function deliverDue(pool: Pool, send: Send, secret: string, now: Date): Promise<number> {
  // Taking a notification postpones its next try, so a crash before the answer costs only one pause.
  const { rows } = await pool.query<DueNotification>(
    `UPDATE simulator_notification SET attempts = attempts + 1, due_at = $1::timestamptz + interval '1 ms' * $2 * 2 ^ attempts
     WHERE notification_id IN (
       SELECT notification_id FROM simulator_notification
       WHERE delivered_at IS NULL AND due_at <= $1 AND attempts < $3
       ORDER BY due_at, notification_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING notification_id, body`,
    [now, FIRST_PAUSE_MS, MAX_ATTEMPTS],
  );
  await Promise.all(rows.map((due) => deliver(pool, send, secret, now, due)));
  return rows.length;
}

async function deliver(pool: Pool, send: Send, secret: string, now: Date, due: DueNotification): Promise<void> {
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signNotification(secret, due.body, now.getTime()) };
  const status = await send(due.body, headers).catch(() => null);
  const isDelivered = status !== null && status >= 200 && status < 300;
  await pool.query('UPDATE simulator_notification SET last_status = $2, delivered_at = $3 WHERE notification_id = $1', [
    due.notification_id, status, isDelivered ? now : null,
  ]);
}
