/**
 * The two scripts that the page starts by address. Trusted Types let nothing else become a worker: the policy knows
 * these two addresses and refuses every other.
 */
interface TrustedScriptUrlPolicy {
  createScriptURL(url: string): unknown;
}

interface TrustedTypesFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): TrustedScriptUrlPolicy;
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypesFactory;
  }
}

export const SERVICE_WORKER_URL = '/sw.js';
const POLICY_NAME = 'ayo-workers';

let policy: TrustedScriptUrlPolicy | null = null;
let workerUrl: string | null = null;

function check(url: string): string {
  if (url === SERVICE_WORKER_URL || url === workerUrl) return url;
  throw new TypeError('This address may not become a worker.');
}

/**
 * The address as the browser wants it: a TrustedScriptURL where Trusted Types are known. (The DOM's types do not know
 * them, and take what is a string everywhere else.)
 */
function trusted(url: string): string {
  if (!window.trustedTypes) return check(url);
  policy ??= window.trustedTypes.createPolicy(POLICY_NAME, { createScriptURL: check });
  return policy.createScriptURL(url) as string;
}

export function trustedServiceWorkerUrl(): string {
  return trusted(SERVICE_WORKER_URL);
}

/** `url` is the one the build made for the sync worker; the first one given is the only one ever allowed. */
export function trustedWorkerUrl(url: string): string {
  workerUrl ??= url;
  return trusted(url);
}
