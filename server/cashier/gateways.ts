import type { Config } from '../config';
import { DEPOSIT_METHODS } from '../../src/core/contract/cashier';
import type { GatewayName } from '../config/payments';
import { makeGateways, createPaystack, PAYSTACK_URL, createSimulator, SIMULATOR } from '../gateways';
import type { Gateways, PaymentGateway } from '../gateways';
import type { Platform } from '../platform';

export interface GatewayDeps extends Pick<Platform, 'pool' | 'now' | 'randomBytes'> {
  readonly config: Pick<Config, 'host' | 'port' | 'payments'>;
  /** Replaces Paystack's own address in tests. */
  readonly paystackUrl?: string;
  /**
   * The address at which this process itself answers, without a slash at the end. It is read at each delivery of a notification, so it may
   * be set after the start. Default: the configured address.
   */
  readonly ownUrl?: () => string;
  /** Lets tests put a wrapper around each gateway. */
  readonly wrapGateway?: (gateway: PaymentGateway) => PaymentGateway;
}

const SEND_DEADLINE_MS = 10_000;

/** Creates the payment gateways of the configuration. */
export function createGateways(deps: GatewayDeps): Gateways {
  const ownUrl = deps.ownUrl ?? (() => loopbackUrl(deps.config));
  const simulator = createSimulator({
    pool: deps.pool,
    now: deps.now,
    randomBytes: deps.randomBytes,
    send: async (body, headers) => {
      const response = await fetch(`${ownUrl()}/api/notifications/payments/${SIMULATOR}`, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_DEADLINE_MS),
      });
      await response.body?.cancel();
      return response.status;
    },
  });
  const { methods, payouts, paystackKeys } = deps.config.payments;
  const wrap = deps.wrapGateway ?? ((gateway: PaymentGateway) => gateway);
  const simulatorGateway = wrap(simulator);
  const paystack =
    paystackKeys === undefined
      ? null
      : wrap(createPaystack({ baseUrl: deps.paystackUrl ?? PAYSTACK_URL, secretKeys: paystackKeys, fetch }));
  const gatewayByName = (name: GatewayName): PaymentGateway => {
    if (name === 'simulator') return simulatorGateway;
    if (paystack === null) throw new RangeError('Paystack is chosen without its key');
    return paystack;
  };
  const methodGateways = DEPOSIT_METHODS.flatMap((method) => {
    const name = methods[method];
    return name === undefined ? [] : [[method, gatewayByName(name)] as const];
  });
  return makeGateways({ methods: new Map(methodGateways), payouts: gatewayByName(payouts), others: paystack === null ? [] : [paystack] });
}

/** Returns the address at which a process reaches itself; one that listens on every address uses the loopback address. */
export function loopbackUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const hostname = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}
