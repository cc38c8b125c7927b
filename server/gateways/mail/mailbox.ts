/** The mail gateway without a mail server: mails are kept in the database and can be read at `/api/mailbox`. */
import type { Pool } from 'pg';
import type { Mailer } from './port';

export interface KeptMail {
  readonly mailId: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly at: Date;
}

const SHOWN_MAILS = 100;

/** Keeps every mail in the transaction that it tells about. */
export function createMailbox(now: () => Date): Mailer {
  return {
    send: async (tx, mail) => {
      await tx.query('INSERT INTO mail (recipient, subject, body, created_at) VALUES ($1, $2, $3, $4)', [
        mail.to, mail.subject, mail.text, now(),
      ]);
    },
  };
}

/** The newest mails, newest first; only those to `recipient` where one is given. */
export async function readMailbox(pool: Pool, recipient: string | null): Promise<KeptMail[]> {
  const { rows } = await pool.query<KeptMail>(
    `SELECT mail_id AS "mailId", recipient AS "to", subject, body AS text, created_at AS at
     FROM mail WHERE $1::text IS NULL OR recipient = $1 ORDER BY mail_id DESC LIMIT $2`,
    [recipient, SHOWN_MAILS],
  );
  return rows;
}
