/**
 * The addresses of the scripts that the page starts as workers. Trusted Types let nothing else become a worker: the policy knows
 * the service worker and one address for each of the workers below, and refuses every other.
 */
interface TrustedScriptUrlPolicy {
  /** The browser returns a TrustedScriptURL. The DOM's types know none and take a string in its place. */
  createScriptURL(url: string): string;
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

/** One policy for each document's factory, because a factory makes a policy of one name only once. */
const policies = new WeakMap<TrustedTypesFactory, TrustedScriptUrlPolicy>();
const workerUrls: { sync?: string; check?: string; puzzle?: string } = {};

function requireAllowed(url: string): string {
  if (url === SERVICE_WORKER_URL || Object.values(workerUrls).includes(url)) return url;
  throw new TypeError('This address may not become a worker.');
}

/** Returns the address as the browser wants it: a TrustedScriptURL where it enforces Trusted Types, a string everywhere else. */
function toTrusted(url: string): string {
  const { trustedTypes } = window;
  if (!trustedTypes) return requireAllowed(url);
  const policy = policies.get(trustedTypes) ?? trustedTypes.createPolicy(POLICY_NAME, { createScriptURL: requireAllowed });
  policies.set(trustedTypes, policy);
  return policy.createScriptURL(url);
}

export function trustedServiceWorkerUrl(): string {
  return toTrusted(SERVICE_WORKER_URL);
}

/** `url` is the address that the build made for that worker. Only the first one that is given is ever allowed. */
export function trustedWorkerUrl(url: string, worker: keyof typeof workerUrls = 'sync'): string {
  workerUrls[worker] ??= url;
  return toTrusted(url);
}
