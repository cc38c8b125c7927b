import type { PoolClient } from 'pg';
import type { Letter } from './letter';

export interface Mail {
  /** Null for no recipient. Everything except storing the mail is still done, so that the time of an answer does not tell which accounts exist. */
  readonly to: string | null;
  /** The account that the mail is about; null where there is none yet. */
  readonly userId: string | null;
  readonly letter: Letter;
  /** The mail is not sent after this instant, because its link has expired. */
  readonly expiresAt?: Date;
}

/** Stores a mail in the caller's transaction, so that it is sent if, and only if, that transaction commits. */
export interface Mailer {
  send(tx: PoolClient, mail: Mail): Promise<void>;
}
