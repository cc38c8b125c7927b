import type { PoolClient } from 'pg';
import type { Letter } from './letter';

export interface Mail {
  /** Null: to nobody. Everything is done but keeping it, so that no answer tells by its work whom there is. */
  readonly to: string | null;
  /** Whose account it is about; null where there is none yet. */
  readonly userId: string | null;
  readonly letter: Letter;
  /** When what its link is good for ends: it is not sent after that. */
  readonly expiresAt?: Date;
}

/** Hands a mail over inside the caller's transaction: it is sent if, and only if, what it tells about was committed. */
export interface Mailer {
  send(tx: PoolClient, mail: Mail): Promise<void>;
}
