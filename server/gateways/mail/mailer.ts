/** Stores mails in a table. A mail is written in the transaction that it reports, and read by the sender or the mailbox. */
import type { Foundation } from '../../foundation';
import { subjectLine } from './letter';
import { letterHtml } from './letter-html';
import { letterText } from './letter-text';
import type { Mailer } from './port';

const KEY_BYTES = 16;
/** Nobody reads mails to a host without a dot, such as the address of the account that the platform itself created. */
const UNREACHABLE_HOST = /@[^@.]*$/;

/** Creates the mailer that stores mails in the table; where a mail server is configured (`Config.smtp`), it also queues them. */
export function createMailer({ config, now, randomBytes }: Pick<Foundation, 'config' | 'now' | 'randomBytes'>): Mailer {
  return {
    send: async (tx, { to, userId, letter, expiresAt }) => {
      const at = now();
      await tx.query(
        `INSERT INTO mail (recipient, user_id, subject, body, html, message_key, created_at, expires_at, next_try_at)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9 WHERE $1::text IS NOT NULL`,
        [
          to === null || UNREACHABLE_HOST.test(to) ? null : to, userId, subjectLine(letter), letterText(letter), letterHtml(letter),
          randomBytes(KEY_BYTES).toString('hex'), at, expiresAt ?? null, config.smtp === undefined ? null : at,
        ],
      );
    },
  };
}
