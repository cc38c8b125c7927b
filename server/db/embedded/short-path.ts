import { mkdtempSync, openSync, rmSync, statSync, symlinkSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The size of sun_path without its closing zero: 104 bytes on macOS and the BSDs, 108 on Linux (unix(7)). */
const MAX_SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** A name for a directory that is short enough for the Unix sockets in it. */
export interface ShortName {
  readonly path: string;
  /** Removes the link or closes the descriptor behind the name. Connections made through it stay open. */
  release(): void;
}

/**
 * Returns a name for `directory` that is short enough to bind its sockets and connect to them, however deep it lies. The sockets
 * themselves always stay in the directory; only the name differs. It is
 * - the path itself where that is short enough;
 * - on Linux the path of an open descriptor, which no cleaner of temporary files can delete;
 * - else a link in a private (0700) directory under the system's temporary directory.
 *
 * @param longestFileName the longest name of a socket that will be used in it
 */
export function shortNameOf(directory: string, longestFileName: string): ShortName {
  if (Buffer.byteLength(path.join(directory, longestFileName)) <= MAX_SOCKET_PATH_BYTES) {
    return { path: directory, release: () => undefined };
  }
  return nameByDescriptor(directory) ?? nameByLink(directory);
}

function nameByDescriptor(directory: string): ShortName | undefined {
  if (process.platform !== 'linux') return undefined;
  const descriptor = openSync(directory, 'r');
  const name = `/proc/self/fd/${descriptor}`;
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() === true) {
    return { path: name, release: () => { closeSync(descriptor); } };
  }
  closeSync(descriptor);
  return undefined;
}

function nameByLink(directory: string): ShortName {
  const parent = mkdtempSync(path.join(tmpdir(), 'ayo-'));
  const link = path.join(parent, 'd');
  symlinkSync(directory, link, 'dir');
  return { path: link, release: () => { rmSync(parent, { recursive: true, force: true }); } };
}
