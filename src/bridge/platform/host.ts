/** Asks the host of the app about itself and the platform behind it. */
import { createClient } from '../../api/http';
import type { HostVersion } from '../../core/contract/platform';
import { hostConfig, hostVersion } from '../../core/contract/platform';
import { applyHost } from '../../state/apply-catalogue';
import { noteFailure } from '../../state/connection';

/** The calls of the host itself. They are not the platform's, so they stand beside `/api` and not in the contract's table. */
const HOST_CONFIG = { method: 'GET', path: '/config.json', answer: hostConfig } as const;
const HOST_VERSION = { method: 'GET', path: '/version.json', answer: hostVersion } as const;

interface HostDeps {
  readonly fetch: typeof globalThis.fetch;
  /** Epoch ms. */
  readonly now: () => number;
  /** Brings the stored configuration of the host into its store. */
  readonly hydrateHost: () => Promise<void>;
}

export interface Host {
  /** Shows what the device has, then what the host says. Returns true where the host has answered. */
  readonly load: () => Promise<boolean>;
  /** Asks which build the host serves now, and how; null when it does not say. */
  readonly askVersion: () => Promise<HostVersion | null>;
}

export function createHost({ fetch, now, hydrateHost }: HostDeps): Host {
  const client = createClient({ baseUrl: '', fetch, now, kind: 'content' });
  return {
    async load() {
      const loading = client.call(HOST_CONFIG, {});
      await hydrateHost();
      const result = await loading;
      if (result.ok) applyHost(result.data);
      // This is often the page's first request, so its failure is the first sign of a missing connection. An answer says nothing
      // about the platform, because the host is another server.
      else if (result.error.status === undefined || result.error.captivePortal) noteFailure(result.error);
      return result.ok;
    },
    async askVersion() {
      const result = await client.call(HOST_VERSION, { noStore: true });
      return result.ok ? result.data : null;
    },
  };
}

/** Returns true if the operator has switched the service worker off, so that nothing can be stored for a visit without a connection. */
export function isSwitchedOff({ serviceWorker }: HostVersion): boolean {
  return serviceWorker === 'off';
}
