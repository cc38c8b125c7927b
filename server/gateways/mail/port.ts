import type { PoolClient } from 'pg';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Hands a mail over inside the caller's transaction: it is sent if, and only if, what it tells about was committed. */
export interface Mailer {
  send(tx: PoolClient, mail: Mail): Promise<void>;
}
