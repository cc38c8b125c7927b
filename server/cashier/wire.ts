import type { Config } from '../config';
import { oneGateway } from '../gateways/payment/gateways';
import type { Gateways, PaymentGateway } from '../gateways/payment/port';
import { createSimulator, SIMULATOR } from '../gateways/payment/simulator/gateway';
import type { Platform } from '../platform';

export interface PaymentWiring extends Pick<Platform, 'pool' | 'now' | 'randomBytes'> {
  readonly config: Pick<Config, 'host' | 'port'>;
  /**
   * Where this process itself answers, no slash at the end; asked when a notification is delivered, so it may be known
   * only after the start. Default: as configured.
   */
  readonly ownUrl?: () => string;
  /** Puts something between the cashier and each of its gateways, in tests. */
  readonly wrapGateway?: (gateway: PaymentGateway) => PaymentGateway;
}

const SEND_DEADLINE_MS = 10_000;

/** The payment gateways that the configuration asks for. */
export function createGateways(wiring: PaymentWiring): Gateways {
  const ownUrl = wiring.ownUrl ?? (() => loopbackUrl(wiring.config));
  const simulator = createSimulator({
    pool: wiring.pool,
    now: wiring.now,
    randomBytes: wiring.randomBytes,
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
  const gateway = wiring.wrapGateway?.(simulator) ?? simulator;
  return oneGateway(gateway);
}

/** A process that listens on every address is reached on its own machine. */
function loopbackUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const own = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}
