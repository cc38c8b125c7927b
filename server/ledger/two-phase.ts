/**
 * Operations with a call to the outside in their middle, which cannot be part of a transaction. The key and the call's parameters are
 * committed first, then the call is made, then its answer is stored. When the lease of a running key has expired, the next caller (the
 * client again, or a sweep) takes the operation over with the same reference.
 */
import type { PoolClient } from 'pg';
import { confirmByCommit } from '../db/confirmed-read';
import { isUnavailable } from '../db/errors';
import type { DeferStatement } from '../db/transaction';
import { together } from '../db/together';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import type { Foundation } from '../foundation';
import { NoAnswerError } from './no-answer';
import { attempt, moneyTransaction, openAttempt } from './operation';
import type { Effect, OperationRequest } from './operation';
import { countNewKey } from './key-rate';
import { takeKey, finishRunning, insertAnswer, insertRunning, keyRunningProblem, lockOperation, setLease } from './operation-rows';

/** The lease is longer than any call to the outside may take; while it lasts, no other process makes the call. */
export const LEASE_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;

export interface TwoPhase<Prepared, Outcome> {
  /**
   * Checks and stores what the call needs, in the transaction that stores the key as running. A final refusal is stored as the key's answer.
   */
  readonly begin: (tx: PoolClient) => Promise<Prepared>;
  /** The sentence for the caller where the call got no answer. */
  readonly noAnswerWords: string;
  /** Reads what `begin` stored. */
  readonly resume: (tx: PoolClient) => Promise<Prepared>;
  /**
   * Makes the call. It may run more than once with the same `prepared`, so the other side must recognise the reference. Throws a
   * NoAnswerError when it gets no answer.
   */
  readonly callOutside: (prepared: Prepared) => Promise<Outcome>;
  /** Applies the outcome, in the transaction that stores the answer. */
  readonly finish: (tx: PoolClient, prepared: Prepared, outcome: Outcome) => Promise<Effect>;
}

type Deps = Pick<Foundation, 'pool' | 'now'>;
type BeginResult<Prepared> = { readonly answer: RawAnswer } | { readonly prepared: Prepared };
type Key = Pick<OperationRequest, 'userId' | 'key'>;

/**
 * Runs the operation, or resumes an interrupted one. Throws as `runOperation` does, and `gateway-unavailable` when the call got no
 * answer: then the key stays running, and sending it again resumes the operation.
 */
export async function runTwoPhase<Prepared, Outcome>(
  platform: Deps,
  request: OperationRequest,
  phases: TwoPhase<Prepared, Outcome>,
): Promise<RawAnswer> {
  const beginResult = await moneyTransaction(platform, (tx, defer) => begin(tx, platform, request, phases, defer), { savepointFirst: true });
  return 'answer' in beginResult ? beginResult.answer : callAndFinish(platform, request, phases, beginResult.prepared);
}

/**
 * Resumes an interrupted operation. Returns null when there is nothing to do: it is done, unknown, or another process works on it.
 */
export async function resumeTwoPhase<Prepared, Outcome>(
  platform: Deps,
  key: Key,
  phases: TwoPhase<Prepared, Outcome>,
): Promise<RawAnswer | null> {
  const beginResult = await moneyTransaction(platform, async (tx) => {
    const keyState = await lockOperation(tx, key.userId, key.key);
    if (keyState?.status !== 'running' || keyState.leaseUntil > platform.now()) return null;
    return takeOver(tx, platform, key, phases);
  });
  return beginResult === null ? null : callAndFinish(platform, key, phases, beginResult.prepared);
}

async function begin<Prepared, Outcome>(
  tx: PoolClient,
  platform: Deps,
  request: OperationRequest,
  phases: TwoPhase<Prepared, Outcome>,
  defer: DeferStatement,
): Promise<BeginResult<Prepared>> {
  const [keyState] = await together([takeKey(tx, request), openAttempt(tx)]);
  if (keyState.status === 'done') {
    defer(confirmByCommit(tx));
    return { answer: keyState.answer };
  }
  if (keyState.status === 'running') {
    if (keyState.leaseUntil > platform.now()) throw keyRunningProblem();
    return takeOver(tx, platform, request, phases);
  }
  await together([countNewKey(tx, platform, request), openAttempt(tx)]);
  const now = platform.now();
  const beginResult = await attempt(tx, async () => {
    await insertRunning(tx, request, now, leaseFrom(now));
    return phases.begin(tx);
  });
  if (beginResult.ok) return { prepared: beginResult.value };
  const { answer, insertion } = insertAnswer(tx, request, beginResult.refusal, now);
  defer(insertion);
  return { answer };
}

async function takeOver<Prepared, Outcome>(
  tx: PoolClient,
  platform: Deps,
  { userId, key }: Key,
  phases: TwoPhase<Prepared, Outcome>,
): Promise<{ readonly prepared: Prepared }> {
  await setLease(tx, userId, key, leaseFrom(platform.now()));
  return { prepared: await phases.resume(tx) };
}

async function callAndFinish<Prepared, Outcome>(
  platform: Deps,
  { userId, key }: Key,
  phases: TwoPhase<Prepared, Outcome>,
  prepared: Prepared,
): Promise<RawAnswer> {
  let outcome: Outcome;
  try {
    outcome = await phases.callOutside(prepared);
  } catch (error) {
    await releaseLease(platform, userId, key);
    if (!(error instanceof NoAnswerError)) throw error;
    throw new ProblemError('gateway-unavailable', phases.noAnswerWords, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return moneyTransaction(platform, async (tx, defer) => {
    const keyState = await lockOperation(tx, userId, key);
    if (keyState === null || keyState.status === 'new') throw new Error('the row of the running key is missing');
    if (keyState.status === 'done') {
      defer(confirmByCommit(tx));
      return keyState.answer;
    }
    return finishRunning(tx, userId, key, await phases.finish(tx, prepared, outcome), platform.now());
  });
}

/** Ends the lease at once, so that the next try need not wait. If the database is away, the lease expires by itself. */
async function releaseLease(platform: Deps, userId: string, key: string): Promise<void> {
  try {
    await setLease(platform.pool, userId, key, platform.now());
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}
