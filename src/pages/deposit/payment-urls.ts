/** The addresses that a payment leads to: the payment page, the page of the simulator, the telephone. Pure. */
import { parseUrl } from '../../bridge/page/parse-url';
import type { Deposit } from '../../core/contract/cashier';

/** An address of the web. It is null for every other kind of address, which a browser must not be sent to. */
function webUrl(address: string, base: string): URL | null {
  const url = parseUrl(address, base);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}

/** The address of a payment page. */
export function paymentUrl(next: Deposit['next'], base: string): string | null {
  return next?.type === 'redirect' ? (webUrl(next.url, base)?.href ?? null) : null;
}

/** The simulator's page on which the player acts as the payer's bank or phone, with the account or the code that is to be paid. */
export function simulatorUrl(payUrl: string | null, to: string, base: string): string | null {
  const url = payUrl === null ? null : webUrl(payUrl, base);
  url?.searchParams.set('to', to);
  return url?.href ?? null;
}

/** The link that dials a code; null for what no telephone dials. */
export function dialUrl(code: string): string | null {
  return /^[*#\d]{3,40}$/.test(code) ? `tel:${code.replaceAll('#', '%23')}` : null;
}
