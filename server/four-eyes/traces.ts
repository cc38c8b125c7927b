/** What an admin's call comes from, as it is kept to tell one person from two. */
import { addressSubject } from '../http/addresses';
import { secretHash } from '../secrets';

/** The network, and the browser's trace; null where it was not noted, or the browser has no cookie. */
export interface Origin {
  readonly network: string | null;
  readonly device: string | null;
}

/** What a request tells of where it comes from. */
export interface Browser {
  readonly address: string;
  readonly cookie?: string | null | undefined;
}

/** Of somebody who did not come by a request: a command, a test. */
const UNKNOWN_ORIGIN: Origin = { network: null, device: null };

export function readOrigin(browser: Browser | undefined): Origin {
  if (browser === undefined) return UNKNOWN_ORIGIN;
  return { network: addressSubject(browser.address), device: browser.cookie ? hashDeviceTrace(browser.cookie) : null };
}

/** The same for every account in a browser: two that share one are noticed. Of players nothing like it is kept. */
function hashDeviceTrace(cookie: string): string {
  return secretHash(`admin/${cookie}`);
}
