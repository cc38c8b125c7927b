/** A ZIP written into a file piece by piece: what is in memory is the piece and the compressor's window. */
import type { FileHandle } from 'node:fs/promises';
import { Zip, ZipDeflate } from 'fflate';

export interface ZipFile {
  /** Begins the next file in it; the one before ends. */
  begin(name: string): Promise<void>;
  write(text: string): Promise<void>;
  /** Ends the last file and the ZIP; the size of the whole, in bytes. */
  end(): Promise<number>;
}

/** Most of the gain at a fraction of the time of the highest. */
const LEVEL = 6;
const NOTHING = new Uint8Array(0);

/** `at`: the time that all files in it carry. */
export function createZipFile(handle: FileHandle, at: Date): ZipFile {
  let made: Uint8Array[] = [];
  let bytes = 0;
  let failure: Error | null = null;
  let current: ZipDeflate | null = null;
  const zip = new Zip((error, chunk) => {
    if (error !== null) failure = error;
    else made.push(chunk);
  });

  async function flush(): Promise<void> {
    if (failure !== null) throw failure;
    const piece = Buffer.concat(made);
    made = [];
    if (piece.length > 0) await handle.writeFile(piece);
    bytes += piece.length;
  }

  async function endCurrent(): Promise<void> {
    current?.push(NOTHING, true);
    current = null;
    await flush();
  }

  return {
    begin: async (name) => {
      await endCurrent();
      current = new ZipDeflate(name, { level: LEVEL });
      current.mtime = at;
      zip.add(current);
    },
    write: async (text) => {
      if (current === null) throw new Error('a text is written into a file that was begun');
      current.push(Buffer.from(text, 'utf8'));
      await flush();
    },
    end: async () => {
      await endCurrent();
      zip.end();
      await flush();
      return bytes;
    },
  };
}
