/**
 * Tells the other processes of a database which players' sessions or figures have changed, and hears it from them: by NOTIFY, over one
 * connection of its own. The names are sent after their transactions and many at once, because a transaction that notifies holds a lock
 * against all others until its commit is on the disk. So a name may come a moment late, and none comes while the connection is
 * lost: whoever listens also forgets by age.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log';

const CHANNEL = 'ayo_change';
/** PostgreSQL takes less than 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;
/** Names beyond these are replaced by `EVERYBODY`. */
const MAX_WAITING_NAMES = 10_000;
/** No user id has this form. */
const EVERYBODY = '*';
const RETRY_MS = 1_000;
/** What changes within this time is sent together. */
const BATCH_MS = 10;
/**
 * A name that is lost in a crash of the database is forgotten by age, so its commit does not wait for the disk. This holds for the one statement:
 * a pooler would give a connection that was set so to a call about money.
 */
const SEND = `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', payload) FROM unnest($1::text[]) AS payload`;

/** Null means that anything may have changed for anybody. */
export type ChangeListener = (userId: string | null) => void;

export interface ChangeFeed {
  /** Tells the other processes. It never throws and nobody waits for it. */
  send(userId: string): void;
  /** Calls `listener` for what the other processes send, and with null when the connection was made or lost. */
  listen(listener: ChangeListener): void;
  /** Resolves when the connection listens. */
  readonly ready: Promise<void>;
  readonly isUp: boolean;
  close(): Promise<void>;
}

/** Begins to listen, now or as soon as the database can be reached. `config` is that of the platform's pool. */
export function openChangeFeed(config: pg.ClientConfig, log: Log, retryMs = RETRY_MS): ChangeFeed {
  const listeners = new Set<ChangeListener>();
  const ending = new AbortController();
  let client: pg.Client | null = null;
  let waiting = new Set<string>();
  let isSending = false;
  let isLost = false;
  let makeReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    makeReady = resolve;
  });

  /** Ends the connection that there is, or that is being made. */
  let giveUp: () => void = () => undefined;

  const tell = (userId: string | null): void => {
    for (const listener of listeners) listener(userId);
  };

  function receive(payload: string): void {
    for (const userId of payload.split(' ')) tell(userId === EVERYBODY ? null : userId);
  }

  /** Sends what waits: the first name at once, and what comes until the next statement with that. */
  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (client !== null && waiting.size > 0) {
      const names = waiting.size > MAX_WAITING_NAMES ? [EVERYBODY] : [...waiting];
      waiting = new Set();
      try {
        await client.query(SEND, [toPayloads(names)]);
      } catch {
        // The connection is lost: the others forget by age.
      }
      await sleep(BATCH_MS, undefined, { ref: false });
    }
    isSending = false;
  }

  /** Connects, and waits until the connection is lost. */
  async function listenOnce(): Promise<void> {
    const next = new pg.Client(config);
    const end = new Promise<void>((resolve) => {
      giveUp = resolve;
      next.on('error', () => resolve());
      next.on('end', () => resolve());
    });
    next.on('notification', ({ payload = '', processId }) => {
      if (!isOwn(next, processId)) receive(payload);
    });
    // It may fail after the connection was given up, when nobody waits.
    const beginning = beginListening(next).then(() => true, () => false);
    const isListening = await Promise.race([beginning, end.then(() => false)]);
    if (isListening) {
      client = next;
      if (isLost) log('The connection that hears of changes is back.');
      isLost = false;
      // Nobody told this process what changed before.
      tell(null);
      makeReady();
      void send();
      await end;
      client = null;
      waiting = new Set();
      tell(null);
    }
    next.end().catch(() => undefined);
    if (!isLost && !ending.signal.aborted) log('The connection that hears of changes was lost.');
    isLost = true;
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await listenOnce();
      await sleep(retryMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    ready,
    get isUp() {
      return client !== null;
    },
    send: (userId) => {
      if (client === null) return;
      waiting.add(userId);
      void send();
    },
    listen: (listener) => void listeners.add(listener),
    close: async () => {
      ending.abort();
      giveUp();
      await running;
    },
  };
}

async function beginListening(client: pg.Client): Promise<void> {
  await client.connect();
  await client.query(`LISTEN ${CHANNEL}`);
}

/** The process id of a connection; pg has it, and its types do not. */
const isOwn = (client: pg.Client, processId: number): boolean => 'processID' in client && client.processID === processId;

/** Joins names to texts that PostgreSQL takes. */
function toPayloads(names: readonly string[]): string[] {
  const payloads: string[] = [];
  let last = '';
  for (const name of names) {
    if (last !== '' && last.length + 1 + name.length > MAX_PAYLOAD_BYTES) {
      payloads.push(last);
      last = '';
    }
    last = last === '' ? name : `${last} ${name}`;
  }
  return [...payloads, last];
}
