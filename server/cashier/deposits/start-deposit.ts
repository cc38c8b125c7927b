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
import { withGatewayDeadline } from '../gateway-deadline';
import { DEPOSIT_PREFIX } from '../reference-prefixes';
import { instructionStep } from './payment-instruction';
import { addStep, depositAmount, depositById, depositByKey, insertDeposit, lockDeposit, storeInstruction, setState, toDeposit } from './deposit-rows';
import type { DepositRow } from './deposit-rows';
import { methodOption } from './deposit-methods';
import type { DepositMethod } from './deposit-methods';
import { assertMayPayIn, isDepositForbidden, refuseRepeatedDeposit } from './start-guards';

/** The first background check comes this long after the start. */
const FIRST_CHECK_DELAY_MS = 30_000;
/** This is shorter than the 20 s for which the client waits, and than the lease of the operation. */
const START_DEADLINE_MS = 10_000;
/** 96 bits cannot be guessed; they are 24 hexadecimal characters. */
const DEPOSIT_ID_BYTES = 12;

export const DEPOSIT_OPERATION = 'deposit';

export interface DepositRequest {
  readonly userId: string;
  readonly key: string;
  readonly method: DepositMethod;
  readonly amount: Kobo;
  /** For `ussd`, the code of one of the gateway's banks. */
  readonly bankCode?: string | undefined;
  /** The player confirmed that this is a second deposit, not a repeated one. */
  readonly again?: true | undefined;
  /** A promotion that is claimed with the deposit, on the terms of this version. */
  readonly promotion?: BodyOf<typeof createDeposit>['promotion'];
  readonly place: CallerPlace;
  /** The address of the site for this player's browser, without a slash at the end. */
  readonly returnBase: string;
}

interface PreparedStart {
  readonly row: DepositRow;
  readonly email: string;
  /** Since the request the player was excluded, or a deposit is forbidden for another reason, so the gateway is not called. */
  readonly isForbidden?: boolean;
}

/** The outcome of a start; null where the deposit had ended before the gateway was called. */
type StartOutcome = StartedDeposit | { readonly type: 'forbidden' } | null;

/**
 * Starts a deposit. Its row and reference are committed before the gateway is called, so a lost answer or a crash leads to the same
 * payment, never to a second one. Answers 201 with the deposit; throws as `runTwoPhase` does.
 */
export async function startDeposit(platform: Platform, request: DepositRequest): Promise<RawAnswer> {
  const { userId, key, method, amount, bankCode, again, promotion } = request;
  return runTwoPhase(
    platform,
    { userId, key, kind: DEPOSIT_OPERATION, body: { method, amount, currency: CURRENCY, bankCode, again, promotion } },
    startPhases(platform, { userId, key }, (tx) => storeDeposit(tx, platform, request)),
  );
}

/** Resumes an interrupted start. Returns null when there was nothing to do. */
export async function resumeStart(
  platform: Platform,
  key: { readonly userId: string; readonly key: string },
): Promise<RawAnswer | null> {
  const phases = startPhases(platform, key, () => Promise.reject(new Error('a resumed start does not begin again')));
  return resumeTwoPhase(platform, key, phases);
}

function startPhases(
  platform: Platform,
  { userId, key }: { readonly userId: string; readonly key: string },
  begin: (tx: PoolClient) => Promise<PreparedStart>,
): TwoPhase<PreparedStart, StartOutcome> {
  return {
    noAnswerWords: 'The payment service does not answer. Nothing was paid; we keep trying.',
    begin,
    resume: async (tx) => {
      const prepared = await readPrepared(tx, await depositByKey(tx, userId, key));
      const place = platform.places.ofLocation({ country: prepared.row.country, state: parseState(prepared.row.region ?? '') });
      return { ...prepared, isForbidden: await isDepositForbidden(tx, userId, place, platform.now()) };
    },
    // A deposit that ended while its start was interrupted needs no gateway any more, only an answer to its key.
    callOutside: async (prepared) => {
      if (prepared.row.state !== 'pending') return null;
      return prepared.isForbidden === true ? { type: 'forbidden' } : callGateway(platform, prepared);
    },
    finish: async (tx, { row: { deposit_id: depositId } }, outcome) => {
      if (outcome !== null) await applyOutcome(tx, platform, depositId, outcome);
      return { status: 201, body: await toDeposit(tx, requireDeposit(await depositById(tx, depositId))) };
    },
  };
}

const LOST_DETAIL = 'The payment service got it, but its answer was lost. If you have not paid, start a new one.';
const REFUSED_DETAIL = 'The payment service refused this payment. Nothing was taken.';
/** The timeline's text for a resumed start of a player who may not pay in any more. */
export const FORBIDDEN_DETAIL = 'You can’t deposit right now.';

async function applyOutcome(tx: PoolClient, platform: Platform, depositId: string, outcome: NonNullable<StartOutcome>): Promise<void> {
  const now = platform.now();
  // The deposit may have ended during the call: then there is no instruction to store.
  const row = await lockDeposit(tx, depositId);
  if (row?.state !== 'pending') return;
  switch (outcome.type) {
    case 'lost':
      return addStep(tx, depositId, 'start-lost', now, LOST_DETAIL);
    case 'forbidden':
      await setState(tx, depositId, 'failed', now, null);
      await onDepositEnded(tx, { userId: row.user_id, depositId, at: now });
      return addStep(tx, depositId, 'failed', now, FORBIDDEN_DETAIL);
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
  // The gateway of the first call may know the reference, so no other gateway may be called with it.
  const gateway = gateways.byName(row.gateway);
  if (gateway === null) throw new GatewayUnavailableError(`${row.gateway} is not in use any more`);
  const { method, currency, reference, bank_code: bankCode } = row;
  const outcome = gateway.startDeposit({
    method, amount: depositAmount(row), currency, email, reference, expiresAt: row.expires_at, returnUrls: returnUrls(row),
    ...(bankCode !== null && { bankCode }),
  });
  return withGatewayDeadline(outcome, START_DEADLINE_MS);
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
    reference: `${DEPOSIT_PREFIX}${depositId}`,
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

/** Finds the gateway for the method. A refusal is stored as the answer to the key, so the same key stays refused. */
function gatewayFor({ gateways }: Pick<Platform, 'gateways'>, { method, bankCode }: DepositRequest): PaymentGateway {
  const gateway = gateways.forMethod(method);
  if (gateway === null) throw fieldError('method', 'This way to pay is not available right now.');
  if (method !== 'ussd') {
    if (bankCode !== undefined) throw fieldError('bankCode', 'Only USSD asks for a bank.');
    return gateway;
  }
  if (!gateway.ussdBanks.some(({ code }) => code === bankCode)) throw fieldError('bankCode', 'Choose your bank.');
  return gateway;
}

function fieldError(field: string, message: string): ProblemError {
  return new ProblemError('validation', 'You can’t make this deposit.', { errors: [{ field, message }] });
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
  if (row === null) throw new Error('the deposit of the started key is missing');
  return row;
}
