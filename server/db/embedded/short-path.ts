import { mkdtempSync, openSync, rmSync, statSync, symlinkSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** sun_path without its closing zero: 104 bytes on macOS and the BSDs, 108 on Linux (unix(7)). */
const MAX_SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** A name for a directory that is short enough for the Unix sockets in it. */
export interface ShortName {
  readonly path: string;
  /** Gives back what the name needed. Connections made through it stay open. */
  release(): void;
}

/**
 * Finds a name for `directory` under which its sockets can be bound and connected to, however deep it lies. The sockets
 * themselves always stay in the directory; only the name differs:
 * - the path itself where it is short enough;
 * - on Linux the way through an open descriptor, which no cleaner of temporary files can take away;
 * - else a link in a private (0700) directory under the system's temporary directory.
 *
 * @param longestFileName the longest name of a socket that will be used in it
 */
export function shortNameOf(directory: string, longestFileName: string): ShortName {
  if (Buffer.byteLength(path.join(directory, longestFileName)) <= MAX_SOCKET_PATH_BYTES) {
    return { path: directory, release: () => undefined };
  }
  return throughDescriptor(directory) ?? throughLink(directory);
}

function throughDescriptor(directory: string): ShortName | undefined {
  if (process.platform !== 'linux') return undefined;
  const descriptor = openSync(directory, 'r');
  const name = `/proc/self/fd/${descriptor}`;
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() === true) {
    return { path: name, release: () => { closeSync(descriptor); } };
  }
  closeSync(descriptor);
  return undefined;
}

function throughLink(directory: string): ShortName {
  const parent = mkdtempSync(path.join(tmpdir(), 'ayo-'));
  const link = path.join(parent, 'd');
  symlinkSync(directory, link, 'dir');
  return { path: link, release: () => { rmSync(parent, { recursive: true, force: true }); } };
}
