/**
 * Operations with a call to the outside in their middle, which no transaction can hold: the key and what is about to
 * happen are committed first, then the call is made, then its answer is stored. Whoever finds the key running with its
 * lease run out (the client again, or a sweep) takes it up again with the same reference.
 */
import type { PoolClient } from 'pg';
import { isUnavailable } from '../db/errors';
import type { DeferStatement } from '../db/transaction';
import { together } from '../db/together';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import type { Foundation } from '../foundation';
import { NoAnswerError } from './no-answer';
import { attempt, moneyTransaction, openAttempt } from './operation';
import type { Effect, OperationRequest } from './operation';
import { takeKey, finishRunning, insertDone, insertRunning, keyRunningProblem, lockOperation, setLease } from './operation-rows';

/** Longer than any call to the outside may take: while it lasts, nobody else makes the call. */
export const LEASE_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;

export interface TwoPhase<Prepared, Outcome> {
  /**
   * In the transaction that stores the key as running: checks and stores what the call needs. A refusal is a result.
   */
  readonly begin: (tx: PoolClient) => Promise<Prepared>;
  /** Reads what `begin` stored. */
  readonly resume: (tx: PoolClient) => Promise<Prepared>;
  /**
   * The call. It may be made more than once with the same `prepared`, so the other side must know it by its reference. It throws
   * a NoAnswerError where it got no answer.
   */
  readonly callOutside: (prepared: Prepared) => Promise<Outcome>;
  /** In the transaction that stores the answer. */
  readonly finish: (tx: PoolClient, prepared: Prepared, outcome: Outcome) => Promise<Effect>;
}

type Deps = Pick<Foundation, 'pool' | 'now'>;
type BeginResult<Prepared> = { readonly answer: RawAnswer } | { readonly prepared: Prepared };
type Key = Pick<OperationRequest, 'userId' | 'key'>;

/**
 * Runs the operation, or takes up one that was left in its middle. Throws as `runOperation` does, and
 * `gateway-unavailable` when the call got no answer: the key stays running then, and sending it again goes on.
 */
export async function runTwoPhase<Prepared, Outcome>(
  platform: Deps,
  request: OperationRequest,
  phases: TwoPhase<Prepared, Outcome>,
): Promise<RawAnswer> {
  const beginResult = await moneyTransaction(platform, (tx, last) => begin(tx, platform, request, phases, last), { savepointFirst: true });
  return 'answer' in beginResult ? beginResult.answer : callAndFinish(platform, request, phases, beginResult.prepared);
}

/**
 * Takes up an operation that was left running. Null when there is nothing to do: it is done, unknown, or somebody is at
 * it.
 */
export async function resumeTwoPhase<Prepared, Outcome>(
  platform: Deps,
  key: Key,
  phases: TwoPhase<Prepared, Outcome>,
): Promise<RawAnswer | null> {
  const beginResult = await moneyTransaction(platform, async (tx) => {
    const keyState = await lockOperation(tx, key.userId, key.key);
    if (keyState?.is !== 'running' || keyState.leaseUntil > platform.now()) return null;
    return takeOver(tx, platform, key, phases);
  });
  return beginResult === null ? null : callAndFinish(platform, key, phases, beginResult.prepared);
}

async function begin<Prepared, Outcome>(
  tx: PoolClient,
  platform: Deps,
  request: OperationRequest,
  phases: TwoPhase<Prepared, Outcome>,
  last: DeferStatement,
): Promise<BeginResult<Prepared>> {
  const [keyState] = await together([takeKey(tx, request), openAttempt(tx)]);
  if (keyState.is === 'done') return { answer: keyState.answer };
  if (keyState.is === 'running') {
    if (keyState.leaseUntil > platform.now()) throw keyRunningProblem();
    return takeOver(tx, platform, request, phases);
  }
  const now = platform.now();
  const beginResult = await attempt(tx, async () => {
    await insertRunning(tx, request, now, leaseFrom(now));
    return phases.begin(tx);
  });
  if (beginResult.ok) return { prepared: beginResult.value };
  const { answer, stored } = insertDone(tx, request, beginResult.refusal, now);
  last(stored);
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
    throw new ProblemError('gateway-unavailable', 'The payment service does not answer. Nothing was paid; we keep trying.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return moneyTransaction(platform, async (tx) => {
    const keyState = await lockOperation(tx, userId, key);
    if (keyState === null || keyState.is === 'new') throw new Error('a key that began is there');
    if (keyState.is === 'done') return keyState.answer;
    return finishRunning(tx, userId, key, await phases.finish(tx, prepared, outcome), platform.now());
  });
}

/** So that the next try need not wait for the lease to run out; where this fails, it waits. */
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
