/** Reads the network and the browser that an admin's call comes from. We store them to tell one person from two. */
import { addressSubject } from '../http/addresses';
import { secretHash } from '../secrets';

/** The network and the browser's trace. Each is null where we did not store it; the trace also where the browser has no cookie. */
export interface Origin {
  readonly network: string | null;
  readonly device: string | null;
}

/** The parts of a request that show where it comes from. */
export interface Browser {
  readonly address: string;
  readonly cookie?: string | null | undefined;
}

/** Commands and tests make no request, so their origin is unknown. */
const UNKNOWN_ORIGIN: Origin = { network: null, device: null };

export function readOrigin(browser: Browser | undefined): Origin {
  if (browser === undefined) return UNKNOWN_ORIGIN;
  return { network: addressSubject(browser.address), device: browser.cookie ? hashDeviceTrace(browser.cookie) : null };
}

/**
 * The hash is the same for every account in a browser, so that we notice two accounts that share one. We store no such hash of
 * players.
 */
function hashDeviceTrace(cookie: string): string {
  return secretHash(`admin/${cookie}`);
}
