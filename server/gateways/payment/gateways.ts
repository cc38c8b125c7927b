import { DEPOSIT_METHODS } from '../../../src/core/contract/cashier';
import type { DepositMethod } from '../../../src/core/contract/cashier';
import type { Gateways, PaymentGateway } from './port';

/** The gateways for deposits and payouts. */
export interface GatewayChoice {
  /** A method without a gateway is not offered. */
  readonly methods: ReadonlyMap<DepositMethod, PaymentGateway>;
  readonly payouts: PaymentGateway;
  /** Gateways that get no new work, but are still asked about payments that began with them. */
  readonly others?: readonly PaymentGateway[];
}

/** Puts gateways together. Throws a RangeError for a method that its gateway can't take, and for two gateways with the same name. */
export function makeGateways({ methods, payouts, others = [] }: GatewayChoice): Gateways {
  const all = [...new Set([...methods.values(), payouts, ...others])];
  const byName = new Map(all.map((gateway) => [gateway.name, gateway]));
  if (byName.size !== all.length) throw new RangeError('two gateways have one name');
  for (const [method, gateway] of methods) {
    if (!gateway.methods.includes(method)) throw new RangeError(`${gateway.name} can't take ${method}`);
  }
  return {
    all,
    forMethod: (method) => methods.get(method) ?? null,
    byName: (name) => byName.get(name) ?? null,
    forPayouts: payouts,
  };
}

/** Uses one gateway for everything that it can do. */
export function singleGateway(gateway: PaymentGateway): Gateways {
  const offeredMethods = DEPOSIT_METHODS.filter((method) => gateway.methods.includes(method));
  return makeGateways({ methods: new Map(offeredMethods.map((method) => [method, gateway])), payouts: gateway });
}
