/** What the host of the app says about itself and the platform behind it. */
import { createClient } from '../api/http';
import { hostConfigShape } from '../core/shapes/platform';
import { hearHost } from '../state/catalogue';
import { now } from './clock';
import { hydrateHost } from './snapshots';

/** No call of the platform: it stands beside `/api`, and not in the contract's table. */
const HOST_CONFIG = { method: 'GET', path: '/config.json', answer: hostConfigShape } as const;

const host = createClient({ baseUrl: '', fetch: (input, init) => globalThis.fetch(input, init), now, kind: 'content' });

/** First what the device has, then what the host says. */
export async function loadHost(): Promise<void> {
  await hydrateHost();
  const result = await host.call(HOST_CONFIG, {});
  if (result.ok) hearHost(result.data);
}
