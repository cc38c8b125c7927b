import * as z from 'zod/mini';
import { DEPOSIT_METHODS } from '../../../../src/core/contract/cashier';
import { kobo } from '../../../../src/core/money';
import { transaction } from '../../../db/transaction';
import { parseJsonOrNull } from '../parse-json';
import { GatewayUnavailableError } from '../port';
import type { NotificationHeaders, PaymentGateway, PaymentNotification, DepositStartRequest, StartedDeposit, VerifiedPayment } from '../port';
import { registerCheckout } from './pages/checkout';
import { deliverDue } from './notifications/deliver';
import { BANK_PATH, PAY_PATH } from './deps';
import type { SimulatorDeps } from './deps';
import { scenarioOf } from './payments/outcomes';
import { payoutStatement } from './payouts/payout-rows';
import { createSimulatorPayouts } from './payouts/payouts';
import { approveLater, decidePayment, paymentByReference, stateAt, storePayment } from './payments/payment-rows';
import { createSimulatorRefunds } from './payments/refunds';
import { readValidSecrets } from './notifications/secrets';
import { isGenuine, SIGNATURE_HEADER } from './notifications/signature';
import { readStatement } from './payments/statement';
import { drawPayTo, toPrompt, USSD_BANKS, toInstruction } from './payments/payment-instruction';

export const SIMULATOR = 'simulator';

const notification = z.object({ event: z.string(), data: z.object({ reference: z.string() }) });

/**
 * Creates a payment gateway inside the platform, without real money. It has its own books, its own pages for the payer, and signed
 * notifications over HTTP like any gateway. payments/outcomes.ts says what each amount and button does.
 */
export function createSimulator(deps: SimulatorDeps): PaymentGateway {
  return {
    name: SIMULATOR,
    methods: DEPOSIT_METHODS,
    ussdBanks: USSD_BANKS.map(({ code, name }) => ({ code, name })),
    payouts: createSimulatorPayouts(deps),
    refunds: createSimulatorRefunds(deps),
    startDeposit: (request) => start(deps, request),
    verify: (reference) => verify(deps, reference),
    parseNotification: (rawBody, headers, nowMs) => parseSigned(deps, rawBody, headers, nowMs),
    statement: async (from, to) => [...(await readStatement(deps.pool, from, to)), ...(await payoutStatement(deps.pool, from, to, deps.now()))],
    embedded: {
      registerPages: (app) => registerCheckout(app, deps),
      payUrl: PAY_PATH,
      bankUrl: BANK_PATH,
      runDue: async () => {
        const [secret] = await readValidSecrets(deps);
        return deliverDue(deps.pool, deps.send, secret, deps.now());
      },
    },
  };
}

async function start(deps: SimulatorDeps, request: DepositStartRequest): Promise<StartedDeposit> {
  const scenario = scenarioOf(request.amount);
  const now = deps.now();
  const payment = await transaction(deps.pool, async (tx) => {
    const payTo = drawPayTo(request.method, request.bankCode, deps.randomBytes);
    const storedPayment = await storePayment(tx, request, payTo, now);
    if (scenario.type === 'decided') await decidePayment(tx, storedPayment, scenario.outcome, now);
    if (scenario.type === 'by-itself') await approveLater(tx, storedPayment, new Date(now.getTime() + scenario.afterMs));
    return storedPayment;
  });
  if (scenario.type === 'silent-once' && payment.starts === 1) throw new GatewayUnavailableError('simulated: no answer to the start');
  return scenario.type === 'by-itself' && request.method === 'mobile-money' ? toPrompt(payment) : toInstruction(payment);
}

async function verify(deps: SimulatorDeps, reference: string): Promise<VerifiedPayment> {
  const payment = await paymentByReference(deps.pool, reference);
  // The start may never have arrived, or may still arrive, so the answer is not final.
  if (payment === null) return { reference, state: 'pending', amount: kobo(0), currency: 'NGN' };
  return {
    reference: payment.reference,
    state: stateAt(payment, deps.now()),
    amount: kobo(payment.paid_amount ?? payment.amount),
    currency: payment.currency,
  };
}

async function parseSigned(
  deps: SimulatorDeps,
  rawBody: Buffer,
  headers: NotificationHeaders,
  nowMs: number,
): Promise<PaymentNotification | null> {
  const secrets = await readValidSecrets(deps);
  if (!isGenuine(secrets, rawBody, headers[SIGNATURE_HEADER], nowMs)) return null;
  const parsed = notification.safeParse(parseJsonOrNull(rawBody));
  return parsed.success ? { reference: parsed.data.data.reference, event: parsed.data.event } : null;
}
