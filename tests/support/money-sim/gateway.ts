/** The payment gateway as a process sees it: over a network that fails, with payers whose decisions the seed draws. */
import { DEPOSIT_METHODS } from '../../../src/core/contract/cashier';
import { GatewayUnavailableError } from '../../../server/gateways/payment/port';
import type { Gateways, PaymentGateway } from '../../../server/gateways/payment/port';
import type { Random } from '../seeds';
import { createBooks } from './gateway-books';
import type { Books } from './gateway-books';
import type { Network } from './network';
import type { Schedule } from './schedule';

/** As short as the platform's own deadline for a gateway. */
const CALL_DEADLINE_MS = 4_000;
const NAME = 'simulated';
const SIGNATURE_HEADER = 'x-simulated-signature';
const SIGNATURE = 'genuine';

export interface SimulatedGateway {
  readonly books: Books;
  /** Makes the port for one process; it stops when `beat` throws because the process died. */
  portFor(beat: () => void): Gateways;
  /** The headers of a genuine notification. */
  readonly signed: { readonly [SIGNATURE_HEADER]: string };
}

export interface GatewayDeps {
  readonly schedule: Schedule;
  readonly network: Network;
  readonly random: Random;
  /** Notifies the platform, and repeats it until the platform accepts it. */
  readonly notify: (body: string) => void;
}

/** Makes the gateway, its payers and its banks. */
export function createSimulatedGateway({ schedule, network, random, notify }: GatewayDeps): SimulatedGateway {
  const books = createBooks();

  function payerDecides(reference: string): void {
    if (random.chance(0.1)) return;
    schedule.plan(500 + random.below(random.chance(0.8) ? 6_000 : 60_000), 'payer decides', () => {
      const state = random.chance(0.75) ? 'success' : random.pick(['failed', 'cancelled', 'reversed'] as const);
      books.decide(reference, state, state === 'success' && random.chance(0.1) ? 1 : 0);
      if (random.chance(0.9)) notify(JSON.stringify({ reference, event: `payment.${state}` }));
    });
  }

  function bankDecides(reference: string): void {
    schedule.plan(500 + random.below(20_000), 'bank decides', () => {
      const state = random.chance(0.7) ? 'success' : 'failed';
      books.endPayout(reference, state);
      if (random.chance(0.8)) notify(JSON.stringify({ reference, event: `payout.${state}` }));
    });
  }

  function portFor(beat: () => void): Gateways {
    const call = async <T>(what: string, act: () => T): Promise<T> => {
      beat();
      const result = await network.request(`gateway ${what}`, CALL_DEADLINE_MS, () => Promise.resolve({ is: 'answer' as const, answer: act() }));
      beat();
      if (result.is === 'answer') return result.answer;
      throw new GatewayUnavailableError('no answer in the simulation');
    };
    const gateway: PaymentGateway = {
      name: NAME,
      methods: DEPOSIT_METHODS,
      ussdBanks: [],
      startDeposit: async (deposit) => {
        await call('start', () => {
          if (books.start(deposit)) payerDecides(deposit.reference);
        });
        return { type: 'redirect', url: `http://pay.test/${deposit.reference}` };
      },
      verify: (reference) => call('verify', () => books.verify(reference)),
      parseNotification: (rawBody, headers) => {
        const { reference, event } = JSON.parse(rawBody.toString()) as { reference: string; event: string };
        return Promise.resolve(headers[SIGNATURE_HEADER] === SIGNATURE ? { reference, event } : null);
      },
      payouts: {
        resolveAccount: () => Promise.resolve({ accountName: 'ADA OBI' }),
        payOut: (request) =>
          call('pay out', () => {
            if (books.payOut(request)) bankDecides(request.reference);
            return books.verifyPayout(request.reference);
          }),
        verifyPayout: (reference) => call('verify payout', () => books.verifyPayout(reference)),
      },
      // No deposit is held in these runs, so the gateway refunds none.
      refunds: {
        refund: () => Promise.reject(new GatewayUnavailableError('no refunds in the simulation')),
        verifyRefund: () => Promise.reject(new GatewayUnavailableError('no refunds in the simulation')),
      },
      statement: () => Promise.resolve([]),
    };
    return { all: [gateway], forMethod: () => gateway, byName: (name) => (name === NAME ? gateway : null), forPayouts: gateway };
  }

  return { books, portFor, signed: { [SIGNATURE_HEADER]: SIGNATURE } };
}
