import pg from 'pg';
import { startDeadline } from './deadline';
import { TIMEOUT_MESSAGE } from './query-timeout';

/**
 * A connection that waits for an answer until `query_timeout`, and gives nothing up whose answer has arrived. The driver's own timer does: a process
 * that was held up runs its timers before it reads what lies in its sockets, so every commit of that time would seem to be unknown.
 */
export class PatientClient extends pg.Client {
  readonly timeoutMs: number;

  constructor(config: pg.ClientConfig = {}) {
    super(config);
    this.timeoutMs = config.query_timeout ?? 0;
    const parameters: unknown = Reflect.get(this, 'connectionParameters');
    if (typeof parameters !== 'object' || parameters === null) throw new Error('pg has no connectionParameters.');
    // Without it the driver starts no timer.
    Reflect.set(parameters, 'query_timeout', 0);
  }
}

const send: unknown = Reflect.get(pg.Client.prototype, 'query');
if (typeof send !== 'function') throw new Error('pg has no method query.');

type Callback = (error: unknown, result?: unknown) => void;

// `query` has a dozen signatures, of which each would have to be written again to override it.
Object.defineProperty(PatientClient.prototype, 'query', {
  configurable: true,
  value(this: PatientClient, statement: unknown, ...rest: unknown[]): unknown {
    const timeoutMs = timeoutOf(statement) ?? this.timeoutMs;
    // Objects of other classes, such as cursors, send themselves.
    if (timeoutMs === 0 || isSubmittable(statement)) return Reflect.apply(send, this, [statement, ...rest]);
    const last = rest.at(-1);
    const callback = typeof last === 'function' ? (last as Callback) : undefined;
    const values = callback === undefined ? rest : rest.slice(0, -1);
    const answer = Reflect.apply(send, this, [withoutTimeout(statement), ...values]) as Promise<unknown>;
    const timely = answeredInTime(this, answer, timeoutMs);
    if (callback === undefined) return timely;
    void timely.then((result) => callback(undefined, result), (error: unknown) => callback(error));
    return undefined;
  },
});

/** Gives the connection up at the deadline, without a request to cancel the statement: what is sent behind it could not be told apart. */
function answeredInTime(client: PatientClient, answer: Promise<unknown>, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = startDeadline(timeoutMs, () => {
      reject(new Error(TIMEOUT_MESSAGE));
      const connection: unknown = Reflect.get(client, 'connection');
      if (connection instanceof pg.Connection) connection.stream.destroy();
    });
    answer.finally(stop).then(resolve, reject);
  });
}

function timeoutOf(statement: unknown): number | undefined {
  if (typeof statement !== 'object' || statement === null || !('query_timeout' in statement)) return undefined;
  return typeof statement.query_timeout === 'number' ? statement.query_timeout : undefined;
}

const isSubmittable = (statement: unknown): boolean => typeof statement === 'object' && statement !== null && 'submit' in statement;

function withoutTimeout(statement: unknown): unknown {
  return timeoutOf(statement) === undefined ? statement : { ...(statement as object), query_timeout: 0 };
}
