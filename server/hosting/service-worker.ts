/** What the host knows of the app's service worker: what it keeps on a device, and how it is taken away again. */
import type { HostedFile, HostedFiles } from './files';

export const SERVICE_WORKER = '/sw.js';
/** Made by the build from sw/lifecycle/kill-switch.ts. */
const KILL_SWITCH = '/sw-off.js';

/** The same files with the kill switch in the place of the service worker. Throws where the build has none. */
export function withKillSwitch(files: HostedFiles): HostedFiles {
  const killSwitch = files.get(KILL_SWITCH);
  if (killSwitch === undefined) throw new Error(`SERVICE_WORKER is off, but the built app has no ${KILL_SWITCH}. Build it again.`);
  return new Map([...files, [SERVICE_WORKER, killSwitch]]);
}

const smallest = ({ bodies }: HostedFile): number => Math.min(...[...bodies.values()].map(({ length }) => length));

/** Bytes that a device transfers to keep the whole app: what the service worker's list names, compressed, and itself. */
export function offlineBytesOf(files: HostedFiles): number {
  const script = String(files.get(SERVICE_WORKER)?.bodies.get('identity') ?? '');
  const named = [...script.matchAll(/"url":"\/?([^"]+)"|importScripts\("\/([^"]+)"\)/g)].map(([, url, program]) => url ?? program ?? '');
  if (named.length === 0) return 0;
  return [SERVICE_WORKER, ...named.map((name) => `/${name}`)].reduce((sum, name) => {
    const file = files.get(name);
    return sum + (file === undefined ? 0 : smallest(file));
  }, 0);
}
