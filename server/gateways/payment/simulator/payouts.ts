import { GatewayUnavailableError } from '../port';
import type { PayoutGateway } from '../port';
import type { SimulatorDeps } from './deps';

/** The simulator's side that pays out. */
export function createSimulatorPayouts(_deps: SimulatorDeps): PayoutGateway {
  const notYet = () => Promise.reject(new GatewayUnavailableError('the simulator does not pay out yet'));
  return { resolveAccount: notYet, payOut: notYet, verifyPayout: notYet };
}
