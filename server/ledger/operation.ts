import type { PoolClient } from 'pg';
import { commitDoubtOf } from '../db/commit-doubt';
import { confirmByCommit } from '../db/confirmed-read';
import { CommitUnknownError, errorCode, isTransientConflict, isUnavailable } from '../db/errors';
import { transaction } from '../db/transaction';
import type { DeferStatement, TransactionOptions } from '../db/transaction';
import { together } from '../db/together';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import type { Foundation } from '../foundation';
import { countNewKey, isBoundedElsewhere } from './key-rate';
import { CLOSED_KEY, insertAnswer, keyRunningProblem, lockKey, readOperation, takeKey } from './operation-rows';
import type { Effect } from './operation-rows';
import type { OperationRequest } from './operation-request';

export type { OperationRequest } from './operation-request';
export type { Effect } from './operation-rows';

/** Writes a record of a refusal that is stored as the answer to the key. Everything else of the call was rolled back before. */
export type KeepRefusal = (tx: PoolClient, refusal: ProblemError) => Promise<void>;

/**
 * Runs `effect` at most once for a player's key: the key's row, the entries and the balances are one transaction. A repeated key gets the
 * first answer, byte for byte, refusals included. `effect` may run again when the database aborts the transaction, so it must do nothing
 * but send statements to its client.
 *
 * Throws ProblemErrors: `key-reused` for another body, `key-running` (with Retry-After) while another call works on the key,
 * `money-unavailable` when the database can't be reached, and a refusal of `effect` that is not final (`isFinalRefusal`).
 */
export async function runOperation(
  platform: Pick<Foundation, 'pool' | 'now'>,
  request: OperationRequest,
  effect: (tx: PoolClient) => Promise<Effect>,
  keepRefusal?: KeepRefusal,
): Promise<RawAnswer> {
  return moneyTransaction(platform, (tx, defer) => runUnderKey(tx, platform, request, effect, defer, keepRefusal), { savepointFirst: true });
}

/** Work under a key whose reads go out in the trip that takes the key, and whose writes go out in the one of COMMIT. */
export interface PipelinedEffect<Rows> {
  /**
   * Sends all its statements at once. They run before anybody knows the state of the key, so they write nothing; where they lock, they do so only
   * behind a condition (server/db/gate.ts).
   */
  readonly read: (tx: PoolClient) => Promise<Rows>;
  /** Is not called for a known key. It defers its writes once it can't refuse any more. */
  readonly run: (tx: PoolClient, rows: Rows, defer: DeferStatement) => Promise<Effect>;
}

/** Does the same as `runOperation` in fewer trips. Nobody looks at the answer of a deferred write: PostgreSQL must refuse a wrong one itself. */
export async function runPipelined<Rows>(
  platform: Pick<Foundation, 'pool' | 'now'>,
  request: OperationRequest,
  { read, run }: PipelinedEffect<Rows>,
  keepRefusal?: KeepRefusal,
): Promise<RawAnswer> {
  return moneyTransaction(platform, async (tx, defer) => {
    let rows: Promise<Rows> | undefined;
    const readEarly = (): Promise<Rows> => (rows = read(tx));
    return runUnderKey(tx, platform, request, async () => run(tx, await (rows ?? readEarly()), defer), defer, keepRefusal, readEarly);
  }, { savepointFirst: true });
}

/** Runs `effect` under a key in the caller's transaction, for calls that move no money: database errors are not translated. */
export async function runUnderKey(
  tx: PoolClient,
  platform: Pick<Foundation, 'now'>,
  request: OperationRequest,
  effect: (tx: PoolClient) => Promise<Effect>,
  defer: DeferStatement,
  keepRefusal?: KeepRefusal,
  readEarly: () => Promise<unknown> = () => Promise.resolve(),
): Promise<RawAnswer> {
  const [keyState] = await together([takeKey(tx, request), openAttempt(tx), readEarly()]);
  if (keyState.status === 'done') {
    defer(confirmByCommit(tx));
    return keyState.answer;
  }
  if (keyState.status === 'running') throw keyRunningProblem();
  // A call that is bounded elsewhere counts as a new key only where it is refused. For any other call the savepoint is set again after the
  // count, so that a refusal does not take the count back.
  const isBoundedCall = isBoundedElsewhere(request);
  if (!isBoundedCall) await together([countNewKey(tx, platform, request), openAttempt(tx)]);
  const result = await attempt(tx, effect);
  if (!result.ok) {
    if (isBoundedCall) await countNewKey(tx, platform, request);
    await keepRefusal?.(tx, result.problem);
  }
  const { answer, insertion } = insertAnswer(tx, request, result.ok ? result.value : result.refusal, platform.now());
  defer(insertion);
  return answer;
}

/**
 * Closes a key that was never used, so that its request is refused with `key-closed` if a network delivers it later. A key that was used
 * stays as it is. Returns what became of the key, as `readOperation` does. Throws the ProblemErrors `key-running` while another call works on
 * the key, `too-many-requests` for a player who stores too many keys, and `money-unavailable`.
 */
export async function closeKey(platform: Pick<Foundation, 'pool' | 'now'>, userId: string, key: string): Promise<RawAnswer> {
  return moneyTransaction(platform, async (tx, defer) => {
    await lockKey(tx, userId, key);
    const before = await readOperation(tx, userId, key);
    if (before !== null) {
      defer(confirmByCommit(tx));
      return before;
    }
    const request = { userId, key, kind: CLOSED_KEY, body: null };
    await countNewKey(tx, platform, request);
    const refusal = new ProblemError('key-closed', 'This was cancelled before it reached us. No money has moved.');
    await insertAnswer(tx, request, { status: refusal.status, body: refusal.toBody() }, platform.now()).insertion;
    const closedOperation = await readOperation(tx, userId, key);
    if (closedOperation === null) throw new Error('the row of the closed key is missing');
    return closedOperation;
  });
}

/**
 * Answers what became of a key, as `readOperation` does; null for one that was never used. Throws `money-unavailable` where nobody knows for
 * certain.
 */
export async function askOperation(platform: Pick<Foundation, 'pool'>, userId: string, key: string): Promise<RawAnswer | null> {
  return moneyTransaction(platform, async (tx, defer) => {
    const operation = await readOperation(tx, userId, key);
    if (operation !== null) defer(confirmByCommit(tx));
    return operation;
  });
}

/** The result of work under a key: its value, or the refusal that becomes the key's answer. */
export type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Effect; readonly problem: ProblemError };

/** Sets the savepoint to which a refusal rolls back. */
export async function openAttempt(tx: PoolClient): Promise<void> {
  await tx.query('SAVEPOINT attempt');
}

/** Runs `work`. A final refusal rolls back everything since `openAttempt`; all other errors are rethrown. */
export async function attempt<T>(tx: PoolClient, work: (tx: PoolClient) => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work(tx) };
  } catch (error) {
    if (!(error instanceof ProblemError) || !isFinalRefusal(error)) throw error;
    await tx.query('ROLLBACK TO SAVEPOINT attempt');
    return { ok: false, refusal: { status: error.status, body: error.toBody() }, problem: error };
  }
}

/**
 * True for a refusal that is the final answer to a key. "Not now" (5xx, 429) and "sign in first" (401) are not final: the same key may be
 * sent again and can still succeed.
 */
export function isFinalRefusal(problem: ProblemError): boolean {
  return problem.status < 500 && problem.status !== 429 && problem.status !== 401;
}

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const RETRY_AFTER_SECONDS = 2;

/**
 * Refuses what tells whether money has moved, while the database does not confirm commits. What it says meanwhile may be gone after a failover.
 *
 * @throws ProblemError `money-unavailable`
 */
function assertCommitsConfirmed({ pool }: Pick<Foundation, 'pool'>): void {
  if (commitDoubtOf(pool) !== null) throw unknownOutcome();
}

function unknownOutcome(): ProblemError {
  return new ProblemError('money-unavailable', 'We don’t know yet whether this went through. Your money is safe.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/**
 * Runs a transaction about money. Database errors become `money-unavailable`, which leaves the outcome open. While commits are not confirmed
 * nothing is begun.
 */
export async function moneyTransaction<T>(
  platform: Pick<Foundation, 'pool'>,
  work: (tx: PoolClient, defer: DeferStatement) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  assertCommitsConfirmed(platform);
  try {
    return await transaction(platform.pool, work, options);
  } catch (error) {
    if (!isDatabaseTrouble(error)) throw error;
    const problem = unknownOutcome();
    problem.cause = error;
    throw problem;
  }
}

function isDatabaseTrouble(error: unknown): boolean {
  if (error instanceof CommitUnknownError || isUnavailable(error) || isTransientConflict(error)) return true;
  const code = errorCode(error);
  return code === LOCK_NOT_AVAILABLE || code === QUERY_CANCELED;
}
