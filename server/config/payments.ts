/** Reads from the environment which gateway takes each kind of deposit and pays withdrawals out. */
import { DEPOSIT_METHODS } from '../../src/core/contract/cashier';
import type { DepositMethod } from '../../src/core/contract/cashier';
import type { Mistakes, ReadVariable } from './variables';

export const GATEWAY_NAMES = ['simulator', 'paystack'] as const;
export type GatewayName = (typeof GATEWAY_NAMES)[number];

export interface PaymentsConfig {
  /** The app does not offer a method that is missing here. */
  readonly methods: Readonly<Partial<Record<DepositMethod, GatewayName>>>;
  readonly payouts: GatewayName;
  /** The first key signs our own calls; a notification may be signed with any of them. */
  readonly paystackKeys: readonly [string, ...string[]] | undefined;
}

/** The simulator does everything. */
export const SIMULATED_PAYMENTS: PaymentsConfig = {
  methods: { 'mobile-money': 'simulator', 'bank-transfer': 'simulator', ussd: 'simulator', card: 'simulator' },
  payouts: 'simulator',
  paystackKeys: undefined,
};

/**
 * With its key, Paystack does all that it can. Nobody takes mobile money then: the simulator's money is not real, so the
 * operator has to name it.
 */
const WITH_PAYSTACK: Omit<PaymentsConfig, 'paystackKeys'> = {
  methods: { 'bank-transfer': 'paystack', ussd: 'paystack', card: 'paystack' },
  payouts: 'paystack',
};

const KEY = /^sk_(test|live)_[0-9A-Za-z]{6,}$/;
const LIVE = 'sk_live_';
const EXAMPLE = 'mobile-money=simulator,card=paystack,payouts=paystack';

/** Says whether deposits and payouts are real money. */
export function isLive({ paystackKeys }: Pick<PaymentsConfig, 'paystackKeys'>): boolean {
  return paystackKeys?.[0].startsWith(LIVE) === true;
}

type Entry = { readonly service: DepositMethod | 'payouts'; readonly gateway: GatewayName | null };

/** Returns the gateways, or one line per wrong value. No line quotes a key. */
export function readPayments(read: ReadVariable): PaymentsConfig | Mistakes {
  const keys = [read('PAYSTACK_SECRET_KEY'), read('PAYSTACK_PREVIOUS_SECRET_KEY')];
  const errors = keys.flatMap((key, index) =>
    key === undefined || KEY.test(key) ? [] : [`${index === 0 ? 'PAYSTACK_SECRET_KEY' : 'PAYSTACK_PREVIOUS_SECRET_KEY'} is no secret key of Paystack; it must begin with sk_test_ or sk_live_.`],
  );
  const [key, previous] = keys;
  if (key === undefined && previous !== undefined) {
    errors.push('PAYSTACK_PREVIOUS_SECRET_KEY is set without PAYSTACK_SECRET_KEY. Remove it, or set both.');
  }
  const gatewayList = read('PAYMENT_GATEWAYS');
  const entries = readEntries(gatewayList ?? '');
  if (entries === null) {
    errors.push(`PAYMENT_GATEWAYS is ${JSON.stringify(gatewayList)}; it must name gateways (simulator, paystack, none) like ${EXAMPLE}.`);
  }
  if (errors.length > 0 || entries === null) return { errors };
  const chosen = choose(key === undefined ? SIMULATED_PAYMENTS : WITH_PAYSTACK, entries);
  const conflict = findConflict(chosen, key);
  if (conflict !== null) return { errors: [conflict] };
  const { methods, payouts } = chosen;
  return { methods, payouts, paystackKeys: key === undefined ? undefined : [key, ...(previous === undefined ? [] : [previous])] };
}

/** Returns null when the list can't be read. */
function readEntries(gatewayList: string): readonly Entry[] | null {
  const parts = gatewayList.split(/[,;]/).map((part) => part.trim()).filter((part) => part !== '');
  const entries = parts.map((part): Entry | null => {
    const [name, value, ...extraParts] = part.split('=').map((side) => side.trim());
    const service = [...DEPOSIT_METHODS, 'payouts' as const].find((each) => each === name);
    const gateway = value === 'none' ? null : GATEWAY_NAMES.find((each) => each === value);
    return service === undefined || gateway === undefined || extraParts.length > 0 ? null : { service, gateway };
  });
  const validEntries = entries.filter((entry) => entry !== null);
  const isEachOnce = new Set(validEntries.map(({ service }) => service)).size === entries.length;
  return validEntries.length === entries.length && isEachOnce ? validEntries : null;
}

function choose(defaults: Omit<PaymentsConfig, 'paystackKeys'>, entries: readonly Entry[]): GatewayChoice {
  const gatewayByService = new Map(entries.map(({ service, gateway }) => [service, gateway]));
  const resolve = (service: Entry['service'], standard: GatewayName | undefined) => (gatewayByService.has(service) ? (gatewayByService.get(service) ?? null) : (standard ?? null));
  const gatewayByMethod = DEPOSIT_METHODS.map((method) => [method, resolve(method, defaults.methods[method])] as const);
  const methods: PaymentsConfig['methods'] = Object.fromEntries(gatewayByMethod.filter(([, gateway]) => gateway !== null));
  const payouts = resolve('payouts', defaults.payouts);
  return { methods, payouts: payouts ?? defaults.payouts, hasNoPayouts: payouts === null };
}

interface GatewayChoice extends Omit<PaymentsConfig, 'paystackKeys'> {
  readonly hasNoPayouts: boolean;
}

function findConflict({ methods, payouts, hasNoPayouts }: GatewayChoice, key: string | undefined): string | null {
  const chosenGateways = [...Object.values(methods), payouts];
  if (hasNoPayouts) return 'PAYMENT_GATEWAYS gives payouts to nobody; players must always be able to take their money out.';
  if (methods['mobile-money'] === 'paystack') return 'PAYMENT_GATEWAYS gives mobile-money to paystack, which has none for naira.';
  if (key === undefined && chosenGateways.includes('paystack')) return 'PAYMENT_GATEWAYS names paystack, but PAYSTACK_SECRET_KEY is not set.';
  if (key?.startsWith(LIVE) === true && chosenGateways.includes('simulator')) {
    return 'PAYMENT_GATEWAYS names the simulator beside a live Paystack key: what it takes is no real money, what would be paid out is.';
  }
  return null;
}
