/** Counts what the app's service worker stores on a device, and replaces it by the kill switch. */
import type { HostedFile, HostedFiles } from './files';

export const SERVICE_WORKER = '/sw.js';
/** The build makes this file from sw/lifecycle/kill-switch.ts. */
const KILL_SWITCH = '/sw-off.js';

/** Returns the files with the kill switch in the place of the service worker. Throws where the build has none. */
export function withKillSwitch(files: HostedFiles): HostedFiles {
  const killSwitch = files.get(KILL_SWITCH);
  if (killSwitch === undefined) throw new Error(`SERVICE_WORKER is off, but the built app has no ${KILL_SWITCH}. Build it again.`);
  return new Map([...files, [SERVICE_WORKER, killSwitch]]);
}

const smallestBodyBytes = ({ bodies }: HostedFile): number => Math.min(...[...bodies.values()].map(({ length }) => length));

/** Counts the bytes that a device loads to store the whole app: the service worker and the files in its list, compressed. */
export function countOfflineBytes(files: HostedFiles): number {
  const script = String(files.get(SERVICE_WORKER)?.bodies.get('identity') ?? '');
  const fileNames = [...script.matchAll(/"url":"\/?([^"]+)"|importScripts\("\/([^"]+)"\)/g)].map(([, url, program]) => url ?? program ?? '');
  if (fileNames.length === 0) return 0;
  return [SERVICE_WORKER, ...fileNames.map((name) => `/${name}`)].reduce((sum, name) => {
    const file = files.get(name);
    return sum + (file === undefined ? 0 : smallestBodyBytes(file));
  }, 0);
}
