/** Reads the stored mails where no mail server is configured. */
import type { Pool } from 'pg';

export interface StoredMail {
  readonly mailId: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: Date;
}

const MAX_MAILS = 100;
const COLUMNS = 'mail_id AS "mailId", recipient AS "to", subject, body AS text, html, created_at AS at';

/** Reads the newest mails, newest first; only those to `recipient` where one is given. */
export async function readMailbox(pool: Pool, recipient: string | null): Promise<StoredMail[]> {
  const { rows } = await pool.query<StoredMail>(
    `SELECT ${COLUMNS} FROM mail WHERE $1::text IS NULL OR recipient = $1 ORDER BY mail_id DESC LIMIT $2`,
    [recipient, MAX_MAILS],
  );
  return rows;
}

export async function readMail(pool: Pool, mailId: number): Promise<StoredMail | null> {
  const { rows } = await pool.query<StoredMail>(`SELECT ${COLUMNS} FROM mail WHERE mail_id = $1`, [mailId]);
  return rows[0] ?? null;
}
