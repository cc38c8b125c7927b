/** Unpacks the tar archives that PostgreSQL writes: https://www.gnu.org/software/tar/manual/html_node/Standard.html */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';

const BLOCK_BYTES = 512;

interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly kind: 'file' | 'directory';
}

/**
 * Unpacks an archive into a directory that exists.
 * @throws Error for an archive that is cut or not one of PostgreSQL's: links, and names that lead out of the directory, are refused
 */
export async function unpackTar(archive: AsyncIterable<Buffer, undefined>, directory: string): Promise<void> {
  const reader = createReader(archive);
  for (;;) {
    const header = await reader.read(BLOCK_BYTES);
    // Two blocks of zeros end the archive; whoever hashes it needs all of them.
    if (header.every((byte) => byte === 0)) return reader.skipRest();
    const entry = readHeader(header);
    const target = path.join(directory, entry.name);
    if (target !== directory && !target.startsWith(directory + path.sep)) throw new Error(`the archive has a file outside of itself: ${entry.name}`);
    if (entry.kind === 'directory') {
      await mkdir(target, { recursive: true, mode: 0o700 });
      continue;
    }
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await writeEntry(reader, target, entry.bytes);
    await reader.read((BLOCK_BYTES - (entry.bytes % BLOCK_BYTES)) % BLOCK_BYTES);
  }
}

async function writeEntry(reader: Reader, target: string, bytes: number): Promise<void> {
  const file = createWriteStream(target, { mode: 0o600, flush: true });
  const closed = once(file, 'close');
  // Whoever awaits `closed` gets the error; until then it must not count as unhandled.
  closed.catch(() => undefined);
  for (let left = bytes; left > 0;) {
    const data = await reader.readSome(left);
    left -= data.length;
    if (!file.write(data)) await Promise.race([once(file, 'drain'), closed]);
  }
  file.end();
  await closed;
}

function readHeader(header: Buffer): Entry {
  const text = (from: number, length: number): string => header.toString('utf8', from, from + length).replace(/\0[^]*$/, '');
  const octal = (from: number, length: number): number => Number.parseInt(text(from, length).trim() || '0', 8);
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (sum !== octal(148, 8)) throw new Error('the archive is damaged: a header does not fit its checksum');
  const kind = { 0: 'file', 5: 'directory' }[text(156, 1)] as Entry['kind'] | undefined;
  const name = [text(345, 155), text(0, 100)].filter((part) => part !== '').join('/');
  if (kind === undefined) throw new Error(`the archive has something that is neither a file nor a directory: ${name}`);
  return { name, kind, bytes: kind === 'file' ? octal(124, 12) : 0 };
}

interface Reader {
  /** Returns exactly so many bytes. */
  read(bytes: number): Promise<Buffer>;
  /** Returns some bytes, at least one and at most `most`. */
  readSome(most: number): Promise<Buffer>;
  skipRest(): Promise<void>;
}

function createReader(stream: AsyncIterable<Buffer, undefined>): Reader {
  const chunks: AsyncIterator<Buffer, undefined> = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const readSome = async (most: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const next = await chunks.next();
      if (next.done === true) throw new Error('the archive ends in its middle');
      rest = next.value;
    }
    const data = rest.subarray(0, most);
    rest = rest.subarray(data.length);
    return data;
  };
  return {
    readSome,
    skipRest: async () => {
      while ((await chunks.next()).done !== true);
    },
    read: async (bytes) => {
      const parts: Buffer[] = [];
      for (let left = bytes; left > 0;) {
        const part = await readSome(left);
        parts.push(part);
        left -= part.length;
      }
      return Buffer.concat(parts);
    },
  };
}
