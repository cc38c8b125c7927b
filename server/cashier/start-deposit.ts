import type { PoolClient } from 'pg';
import { CURRENCY } from '../../src/core/contract/primitives';
import type { Kobo } from '../../src/core/money';
import { DAY_MS } from '../../src/core/time';
import { GatewayUnavailableError } from '../gateways/payment/port';
import type { StartedDeposit } from '../gateways/payment/port';
import type { RawAnswer } from '../http/router';
import { assertMayMove } from '../ledger/guards';
import { resumeTwoPhase, runTwoPhase } from '../ledger/two-phase';
import type { TwoPhase } from '../ledger/two-phase';
import type { Platform } from '../platform';
import { withDeadline } from './deadline';
import { addStep, depositAmount, depositById, depositByKey, insertDeposit, setNext, toDeposit } from './deposit-rows';
import type { DepositRow } from './deposit-rows';
import type { DepositMethod } from './limits';

/** A deposit that nobody paid ends after this. */
const DEPOSIT_LIFETIME_MS = DAY_MS;
/** When the gateway is first asked without anybody looking. */
const FIRST_CHECK_MS = 30_000;
/** Shorter than the 20 s the client waits, and than the lease of the operation. */
const START_DEADLINE_MS = 10_000;
/** 96 bits: not guessed, and 24 hexadecimal characters. */
const DEPOSIT_ID_BYTES = 12;

export const DEPOSIT_OPERATION = 'deposit';

export interface DepositRequest {
  readonly userId: string;
  readonly key: string;
  readonly method: DepositMethod;
  readonly amount: Kobo;
  /** Where the site is for this player's browser, no slash at the end. */
  readonly returnBase: string;
}

/**
 * Starts a deposit: the row and its reference are committed before the gateway hears of it, so a lost answer or a crash
 * leads to the same payment, never to a second one. Answers 201 with the deposit; throws as `runTwoPhase` does.
 */
export async function startDeposit(platform: Platform, request: DepositRequest): Promise<RawAnswer> {
  const { userId, key, method, amount } = request;
  return runTwoPhase(
    platform,
    { userId, key, kind: DEPOSIT_OPERATION, body: { method, amount, currency: CURRENCY } },
    phasesOf(platform, { userId, key }, (tx) => store(tx, platform, request)),
  );
}

/** Takes up a start that was left in its middle. Null when there was nothing to do. */
export async function resumeStart(
  platform: Platform,
  key: { readonly userId: string; readonly key: string },
): Promise<RawAnswer | null> {
  const phases = phasesOf(platform, key, () => Promise.reject(new Error('what is resumed has begun')));
  return resumeTwoPhase(platform, key, phases);
}

function phasesOf(
  platform: Platform,
  { userId, key }: { readonly userId: string; readonly key: string },
  begin: (tx: PoolClient) => Promise<DepositRow>,
): TwoPhase<DepositRow, StartedDeposit> {
  return {
    begin,
    resume: async (tx) => known(await depositByKey(tx, userId, key)),
    outside: (row) => callGateway(platform, row),
    finish: async (tx, { deposit_id: depositId }, started) => {
      const now = platform.now();
      await setNext(tx, depositId, started, now);
      await addStep(tx, depositId, started.type === 'redirect' ? 'redirected' : 'prompted', now);
      return { status: 201, body: await toDeposit(tx, known(await depositById(tx, depositId))) };
    },
  };
}

async function callGateway({ gateway }: Pick<Platform, 'gateway'>, row: DepositRow): Promise<StartedDeposit> {
  // The one it began with may have heard of it; another one must not.
  if (row.gateway !== gateway.name) throw new GatewayUnavailableError(`${row.gateway} is not in use any more`);
  const { method, currency, reference } = row;
  const started = gateway.startDeposit({
    method, amount: depositAmount(row), currency, reference, returnUrls: returnUrls(row),
  });
  return withDeadline(started, START_DEADLINE_MS);
}

async function store(tx: PoolClient, platform: Platform, request: DepositRequest): Promise<DepositRow> {
  const now = platform.now();
  await assertMayMove(tx, request.userId, ['deposit'], now);
  const depositId = platform.randomBytes(DEPOSIT_ID_BYTES).toString('hex');
  await insertDeposit(tx, {
    deposit_id: depositId,
    user_id: request.userId,
    gateway: platform.gateway.name,
    reference: `dep-${depositId}`,
    operation_key: request.key,
    method: request.method,
    amount: request.amount,
    currency: CURRENCY,
    return_base: request.returnBase,
    created_at: now,
    updated_at: now,
    expires_at: new Date(now.getTime() + DEPOSIT_LIFETIME_MS),
    check_after: new Date(now.getTime() + FIRST_CHECK_MS),
  });
  await addStep(tx, depositId, 'asked', now);
  return known(await depositById(tx, depositId));
}

function returnUrls({ return_base: base, reference }: DepositRow): Record<'success' | 'cancel' | 'failure', string> {
  const url = (outcome: string) => `${base}/api/callbacks/mm/${outcome}?ref=${reference}`;
  return { success: url('success'), cancel: url('cancel'), failure: url('failure') };
}

function known(row: DepositRow | null): DepositRow {
  if (row === null) throw new Error('the deposit was stored before');
  return row;
}
