/** Which payment gateway does what, read from the environment. */
import { DEPOSIT_METHODS } from '../src/core/contract/cashier';
import type { DepositMethod } from '../src/core/contract/cashier';

export const GATEWAY_NAMES = ['simulator', 'paystack'] as const;
export type GatewayName = (typeof GATEWAY_NAMES)[number];

export interface PaymentsConfig {
  /** A method that is missing is not offered. */
  readonly methods: Readonly<Partial<Record<DepositMethod, GatewayName>>>;
  readonly payouts: GatewayName;
  /** The one for our own calls first; notifications may be signed with any. */
  readonly paystackKeys: readonly [string, ...string[]] | undefined;
}

/** Everything is simulated. */
export const SIMULATED_PAYMENTS: PaymentsConfig = {
  methods: { 'mobile-money': 'simulator', 'bank-transfer': 'simulator', ussd: 'simulator', card: 'simulator' },
  payouts: 'simulator',
  paystackKeys: undefined,
};

/**
 * With Paystack's key, all that Paystack can do. Mobile money is then taken by nobody: the simulator's money is not real,
 * and must not be taken from players without the operator having said so.
 */
const WITH_PAYSTACK: Omit<PaymentsConfig, 'paystackKeys'> = {
  methods: { 'bank-transfer': 'paystack', ussd: 'paystack', card: 'paystack' },
  payouts: 'paystack',
};

const KEY = /^sk_(test|live)_[0-9A-Za-z]{6,}$/;
const LIVE = 'sk_live_';
const EXAMPLE = 'mobile-money=simulator,card=paystack,payouts=paystack';

/** Whether what is taken and paid out is real money. */
export function isLive({ paystackKeys }: Pick<PaymentsConfig, 'paystackKeys'>): boolean {
  return paystackKeys?.[0].startsWith(LIVE) === true;
}

type Read = (name: string) => string | undefined;
type Entry = { readonly what: DepositMethod | 'payouts'; readonly gateway: GatewayName | null };

/** The choice, or one line per wrong value. Keys are never shown. */
export function readPayments(read: Read): PaymentsConfig | { readonly errors: readonly string[] } {
  const keys = [read('PAYSTACK_SECRET_KEY'), read('PAYSTACK_PREVIOUS_SECRET_KEY')];
  const errors = keys.flatMap((key, index) =>
    key === undefined || KEY.test(key) ? [] : [`${index === 0 ? 'PAYSTACK_SECRET_KEY' : 'PAYSTACK_PREVIOUS_SECRET_KEY'} is no secret key of Paystack; it must begin with sk_test_ or sk_live_.`],
  );
  const [key, previous] = keys;
  if (key === undefined && previous !== undefined) {
    errors.push('PAYSTACK_PREVIOUS_SECRET_KEY is set without PAYSTACK_SECRET_KEY. Remove it, or set both.');
  }
  const written = read('PAYMENT_GATEWAYS');
  const entries = readEntries(written ?? '');
  if (entries === null) {
    errors.push(`PAYMENT_GATEWAYS is ${JSON.stringify(written)}; it must name gateways (simulator, paystack, none) like ${EXAMPLE}.`);
  }
  if (errors.length > 0 || entries === null) return { errors };
  const chosen = choose(key === undefined ? SIMULATED_PAYMENTS : WITH_PAYSTACK, entries);
  const wrong = whatIsWrong(chosen, key);
  if (wrong !== null) return { errors: [wrong] };
  const { methods, payouts } = chosen;
  return { methods, payouts, paystackKeys: key === undefined ? undefined : [key, ...(previous === undefined ? [] : [previous])] };
}

/** Null when it can't be read. */
function readEntries(written: string): readonly Entry[] | null {
  const parts = written.split(/[,;]/).map((part) => part.trim()).filter((part) => part !== '');
  const entries = parts.map((part): Entry | null => {
    const [name, value, ...more] = part.split('=').map((side) => side.trim());
    const what = [...DEPOSIT_METHODS, 'payouts' as const].find((each) => each === name);
    const gateway = value === 'none' ? null : GATEWAY_NAMES.find((each) => each === value);
    return what === undefined || gateway === undefined || more.length > 0 ? null : { what, gateway };
  });
  const known = entries.filter((entry) => entry !== null);
  return known.length === entries.length && new Set(known.map(({ what }) => what)).size === known.length ? known : null;
}

function choose(defaults: Omit<PaymentsConfig, 'paystackKeys'>, entries: readonly Entry[]): Chosen {
  const said = new Map(entries.map(({ what, gateway }) => [what, gateway]));
  const chosen = (what: Entry['what'], standard: GatewayName | undefined) => (said.has(what) ? (said.get(what) ?? null) : (standard ?? null));
  const taken = DEPOSIT_METHODS.map((method) => [method, chosen(method, defaults.methods[method])] as const);
  const methods: PaymentsConfig['methods'] = Object.fromEntries(taken.filter(([, gateway]) => gateway !== null));
  const payouts = chosen('payouts', defaults.payouts);
  return { methods, payouts: payouts ?? defaults.payouts, noPayouts: payouts === null };
}

interface Chosen extends Omit<PaymentsConfig, 'paystackKeys'> {
  readonly noPayouts: boolean;
}

function whatIsWrong({ methods, payouts, noPayouts }: Chosen, key: string | undefined): string | null {
  const used = [...Object.values(methods), payouts];
  if (noPayouts) return 'PAYMENT_GATEWAYS gives payouts to nobody; players must always be able to take their money out.';
  if (methods['mobile-money'] === 'paystack') return 'PAYMENT_GATEWAYS gives mobile-money to paystack, which has none for naira.';
  if (key === undefined && used.includes('paystack')) return 'PAYMENT_GATEWAYS names paystack, but PAYSTACK_SECRET_KEY is not set.';
  if (key?.startsWith(LIVE) === true && used.includes('simulator')) {
    return 'PAYMENT_GATEWAYS names the simulator beside a live Paystack key: what it takes is no real money, what would be paid out is.';
  }
  return null;
}
