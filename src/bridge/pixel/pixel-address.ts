/**
 * Makes the address by which a page view is reported to an advertising partner. Pure. `pixel-queue.ts` decides which views are
 * reported.
 */
import { sha256Hex } from '../../data/hash';

/** A page view, as `window.dataLayer` has it. */
export interface PageView {
  readonly path: string;
  readonly routeName: string;
  /** Epoch ms at which the document was loaded. */
  readonly pageLoadTimestamp: number;
}

export const PIXEL_CURRENCY = 'NGN';

/** The paths of this app have these characters only. A mistyped one may hold anything, even an e-mail, so it is left out. */
const PLAIN_PATH = /^\/[a-z0-9/-]{0,80}$/;

/** Returns the hex SHA-256 of an e-mail, trimmed and in lower case, as partners compare them; null where there is none. */
export function emailHash(email: string | null): string | null {
  const normal = email?.trim().toLowerCase() ?? '';
  return normal === '' ? null : sha256Hex(normal);
}

/** Makes the address. It is requested once for each page view. */
export function pixelAddress(pixelUrl: string, view: PageView, email: string | null): string {
  const address = new URL(pixelUrl);
  const hash = emailHash(email);
  const params = {
    event: 'page_view',
    route: view.routeName,
    ...(view.routeName !== 'not-found' && PLAIN_PATH.test(view.path) && { path: view.path }),
    loaded: String(view.pageLoadTimestamp),
    currency: PIXEL_CURRENCY,
    ...(hash !== null && { email_sha256: hash }),
  };
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
  return address.href;
}

/** Reads an entry of the data layer; null where it is no page view. */
export function pageViewIn(entry: unknown): PageView | null {
  if (typeof entry !== 'object' || entry === null || !('event' in entry) || entry.event !== 'page_view') return null;
  const { path, routeName, pageLoadTimestamp }: Readonly<Record<string, unknown>> = { ...entry };
  if (typeof path !== 'string' || typeof routeName !== 'string' || typeof pageLoadTimestamp !== 'number') return null;
  return { path, routeName, pageLoadTimestamp };
}
