import type { PoolClient } from 'pg';
import type { createDeposit } from '../../../src/core/contract/cashier';
import type { BodyOf } from '../../../src/core/contract/endpoint';
import { CURRENCY } from '../../../src/core/contract/primitives';
import type { Kobo } from '../../../src/core/money';
import { onDepositEnded } from '../../bonuses';
import { GatewayUnavailableError } from '../../gateways';
import type { PaymentGateway, StartedDeposit } from '../../gateways';
import { ProblemError } from '../../http/problem';
import type { RawAnswer } from '../../http/router';
import { resumeTwoPhase, runTwoPhase } from '../../ledger/two-phase';
import type { TwoPhase } from '../../ledger/two-phase';
import type { CallerPlace } from '../../place/rules';
import { parseState } from '../../place/caller-location';
import type { Platform } from '../../platform';
import { claimWithDeposit } from '../../promotions';
import { withDeadline } from '../deadline';
import { instructionStep } from './payment-instruction';
import { addStep, depositAmount, depositById, depositByKey, insertDeposit, lockDeposit, storeInstruction, setState, toDeposit } from './deposit-rows';
import type { DepositRow } from './deposit-rows';
import { methodOption } from './methods';
import type { DepositMethod } from './methods';
import { assertMayPayIn, isBarred, refuseRepeatedDeposit } from './start-guards';

/** When the gateway is first asked without anybody looking. */
const FIRST_CHECK_DELAY_MS = 30_000;
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
  /** For `ussd`: one of the gateway's banks. */
  readonly bankCode?: string | undefined;
  /** The player wants it although an equal one was started a moment ago. */
  readonly again?: true | undefined;
  /** Claimed with it, on the terms of that version. */
  readonly promotion?: BodyOf<typeof createDeposit>['promotion'];
  readonly place: CallerPlace;
  /** Where the site is for this player's browser, no slash at the end. */
  readonly returnBase: string;
}

interface PreparedStart {
  readonly row: DepositRow;
  readonly email: string;
  /** Since it was asked for the player was excluded, or may not pay in for another reason: the gateway is not called. */
  readonly isBarred?: boolean;
}

/** What came of a start; null where there was nothing left to start. */
type StartOutcome = StartedDeposit | { readonly type: 'barred' } | null;

/**
 * Starts a deposit: the row and its reference are committed before the gateway hears of it, so a lost answer or a crash
 * leads to the same payment, never to a second one. Answers 201 with the deposit; throws as `runTwoPhase` does.
 */
export async function startDeposit(platform: Platform, request: DepositRequest): Promise<RawAnswer> {
  const { userId, key, method, amount, bankCode, again, promotion } = request;
  return runTwoPhase(
    platform,
    { userId, key, kind: DEPOSIT_OPERATION, body: { method, amount, currency: CURRENCY, bankCode, again, promotion } },
    startPhases(platform, { userId, key }, (tx) => storeDeposit(tx, platform, request)),
  );
}

/** Takes up a start that was left in its middle. Null when there was nothing to do. */
export async function resumeStart(
  platform: Platform,
  key: { readonly userId: string; readonly key: string },
): Promise<RawAnswer | null> {
  const phases = startPhases(platform, key, () => Promise.reject(new Error('what is resumed has begun')));
  return resumeTwoPhase(platform, key, phases);
}

function startPhases(
  platform: Platform,
  { userId, key }: { readonly userId: string; readonly key: string },
  begin: (tx: PoolClient) => Promise<PreparedStart>,
): TwoPhase<PreparedStart, StartOutcome> {
  return {
    begin,
    resume: async (tx) => {
      const prepared = await readPrepared(tx, await depositByKey(tx, userId, key));
      const place = platform.places.ofLocation({ country: prepared.row.country, state: parseState(prepared.row.region ?? '') });
      return { ...prepared, isBarred: await isBarred(tx, userId, place, platform.now()) };
    },
    // One that ended while its start was left in the middle needs no gateway any more, only an answer to its key.
    callOutside: async (prepared) => {
      if (prepared.row.state !== 'pending') return null;
      return prepared.isBarred === true ? { type: 'barred' } : callGateway(platform, prepared);
    },
    finish: async (tx, { row: { deposit_id: depositId } }, outcome) => {
      if (outcome !== null) await applyOutcome(tx, platform, depositId, outcome);
      return { status: 201, body: await toDeposit(tx, requireDeposit(await depositById(tx, depositId))) };
    },
  };
}

const LOST_DETAIL = 'The payment service took it, but its answer was lost. If you have not paid, start a new one.';
const REFUSED_DETAIL = 'The payment service does not take this payment. Nothing was taken.';
/** What the timeline says of a start that was taken up when the player could not pay in any more. */
export const BARRED_DETAIL = 'You can’t pay in at the moment.';

async function applyOutcome(tx: PoolClient, platform: Platform, depositId: string, outcome: NonNullable<StartOutcome>): Promise<void> {
  const now = platform.now();
  // It may have ended while its start was under way: then nothing is left to be told.
  const row = await lockDeposit(tx, depositId);
  if (row?.state !== 'pending') return;
  switch (outcome.type) {
    case 'lost':
      return addStep(tx, depositId, 'start-lost', now, LOST_DETAIL);
    case 'barred':
      await setState(tx, depositId, 'failed', now, null);
      await onDepositEnded(tx, { userId: row.user_id, depositId, at: now });
      return addStep(tx, depositId, 'failed', now, BARRED_DETAIL);
    case 'refused':
      platform.log('deposit.start-refused', { depositId, gateway: row.gateway, why: outcome.why });
      await setState(tx, depositId, 'failed', now, null);
      await onDepositEnded(tx, { userId: row.user_id, depositId, at: now });
      return addStep(tx, depositId, 'failed', now, REFUSED_DETAIL);
    default:
      await storeInstruction(tx, depositId, outcome, now);
      return addStep(tx, depositId, instructionStep(outcome), now);
  }
}

async function callGateway({ gateways }: Pick<Platform, 'gateways'>, { row, email }: PreparedStart): Promise<StartedDeposit> {
  // It ran out, or was paid, while nobody knew whether it was started.
  if (row.state !== 'pending') return { type: 'lost' };
  // The one it began with may have heard of it; another one must not.
  const gateway = gateways.byName(row.gateway);
  if (gateway === null) throw new GatewayUnavailableError(`${row.gateway} is not in use any more`);
  const { method, currency, reference, bank_code: bankCode } = row;
  const outcome = gateway.startDeposit({
    method, amount: depositAmount(row), currency, email, reference, expiresAt: row.expires_at, returnUrls: returnUrls(row),
    ...(bankCode !== null && { bankCode }),
  });
  return withDeadline(outcome, START_DEADLINE_MS);
}

async function storeDeposit(tx: PoolClient, platform: Platform, request: DepositRequest): Promise<PreparedStart> {
  const now = platform.now();
  const gateway = gatewayFor(platform, request);
  await refuseRepeatedDeposit(tx, request, now);
  await assertMayPayIn(tx, request, now);
  const depositId = platform.randomBytes(DEPOSIT_ID_BYTES).toString('hex');
  const { lifetimeMs, graceMs } = methodOption(request.method);
  await insertDeposit(tx, {
    deposit_id: depositId,
    user_id: request.userId,
    gateway: gateway.name,
    reference: `dep-${depositId}`,
    operation_key: request.key,
    method: request.method,
    amount: request.amount,
    currency: CURRENCY,
    bank_code: request.bankCode ?? null,
    return_base: request.returnBase,
    country: request.place.country,
    region: request.place.state,
    created_at: now,
    updated_at: now,
    expires_at: new Date(now.getTime() + lifetimeMs),
    closes_at: new Date(now.getTime() + lifetimeMs + graceMs),
    check_after: new Date(now.getTime() + FIRST_CHECK_DELAY_MS),
  });
  await addStep(tx, depositId, 'asked', now);
  const { userId, promotion, place, amount } = request;
  if (promotion !== undefined) await claimWithDeposit(tx, platform, { ...promotion, userId, place }, { depositId, amount });
  return readPrepared(tx, await depositById(tx, depositId));
}

/** The gateway that takes the method now. A refusal is a result: the same key stays refused. */
function gatewayFor({ gateways }: Pick<Platform, 'gateways'>, { method, bankCode }: DepositRequest): PaymentGateway {
  const gateway = gateways.forMethod(method);
  if (gateway === null) throw fieldError('method', 'This way to pay is not offered at the moment.');
  if (method !== 'ussd') {
    if (bankCode !== undefined) throw fieldError('bankCode', 'Only USSD asks for a bank.');
    return gateway;
  }
  if (!gateway.ussdBanks.some(({ code }) => code === bankCode)) throw fieldError('bankCode', 'Choose your bank.');
  return gateway;
}

function fieldError(field: string, message: string): ProblemError {
  return new ProblemError('validation', 'This cannot be paid in.', { errors: [{ field, message }] });
}

async function readPrepared(tx: PoolClient, row: DepositRow | null): Promise<PreparedStart> {
  const deposit = requireDeposit(row);
  const { rows } = await tx.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [deposit.user_id]);
  return { row: deposit, email: rows[0]?.email ?? '' };
}

function returnUrls({ return_base: base, reference }: DepositRow): Record<'success' | 'cancel' | 'failure', string> {
  const url = (outcome: string) => `${base}/api/callbacks/mm/${outcome}?ref=${reference}`;
  return { success: url('success'), cancel: url('cancel'), failure: url('failure') };
}

function requireDeposit(row: DepositRow | null): DepositRow {
  if (row === null) throw new Error('the deposit was stored before');
  return row;
}
