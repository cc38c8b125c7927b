import type { Config, Environment } from '../../config';
import { isLive } from '../../config/payments';
import { good, warning, wrong } from './finding';
import type { Finding } from './finding';

/** Finds test keys beside live ones, and simulated money beside real money. No line quotes a key. */
export function findGatewayMix({ payments, publicUrl }: Config, env: Environment): Finding[] {
  const isPublic = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';
  if (payments.paystackKeys === undefined) {
    return [isPublic ? warning('gateways', 'PUBLIC_URL is public, and every payment is simulated: no real money moves') : good('gateways', 'every payment is simulated')];
  }
  const kinds = new Set(['PAYSTACK_SECRET_KEY', 'PAYSTACK_PREVIOUS_SECRET_KEY'].map((name) => kindOf(env[name]?.trim())).filter((kind) => kind !== undefined));
  if (kinds.size > 1) return [wrong('gateways', "one of Paystack's keys is live and the other is for tests: whoever has the test key could confirm payments")];
  const isReal = isLive(payments);
  const simulated = [...Object.entries(payments.methods), ['payouts', payments.payouts] as const].filter(([, gateway]) => gateway === 'simulator').map(([service]) => service);
  if (isReal && simulated.length > 0) return [wrong('gateways', `Paystack's key is live, and ${simulated.join(', ')} is simulated: invented money would be paid out as real`)];
  if (!isReal && isPublic) return [warning('gateways', "PUBLIC_URL is public, and Paystack's key is for tests: no real money moves")];
  return [good('gateways', isReal ? "Paystack's key is live" : "Paystack's key is for tests")];
}

function kindOf(key: string | undefined): string | undefined {
  return /^sk_(test|live)_/.exec(key ?? '')?.[1];
}
