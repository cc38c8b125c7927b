/** What the host of the app says about itself and the platform behind it. */
import { createClient } from '../../api/http';
import type { HostVersion } from '../../core/contract/platform';
import { hostConfig, hostVersion } from '../../core/contract/platform';
import { hearHost } from '../../state/hear-catalogue';
import { hearFailure } from '../../state/connection';
import { now } from './clock';
import { hydrateHost } from '../figures/snapshots';

/** No calls of the platform: they stand beside `/api`, and not in the contract's table. */
const HOST_CONFIG = { method: 'GET', path: '/config.json', answer: hostConfig } as const;
const HOST_VERSION = { method: 'GET', path: '/version.json', answer: hostVersion } as const;

const host = createClient({ baseUrl: '', fetch: (input, init) => globalThis.fetch(input, init), now, kind: 'content' });

/** First what the device has, then what the host says. */
export async function loadHost(): Promise<void> {
  await hydrateHost();
  const result = await host.call(HOST_CONFIG, {});
  if (result.ok) hearHost(result.data);
  // Often the first that is asked: nothing comes through. An answer says nothing, since the host is not the platform.
  else if (result.error.status === undefined || result.error.captivePortal) hearFailure(result.error);
}

/** Which build the host serves now, and how; null when it does not say. */
export async function askVersion(): Promise<HostVersion | null> {
  const result = await host.call(HOST_VERSION, { noStore: true });
  return result.ok ? result.data : null;
}

/** Whether the operator has taken the service worker away: nothing can be kept for a visit without a connection. */
export function isSwitchedOff({ serviceWorker }: HostVersion): boolean {
  return serviceWorker === 'off';
}
