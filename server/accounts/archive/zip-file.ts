/** Writes a ZIP into a file piece by piece, so that memory holds only one piece and the compressor's window. */
import type { FileHandle } from 'node:fs/promises';
import { Zip, ZipDeflate } from 'fflate';

export interface ZipFile {
  /** Ends the current file in the ZIP and begins the next. */
  begin(name: string): Promise<void>;
  write(text: string): Promise<void>;
  /** Ends the last file and the ZIP. Returns the size of the ZIP in bytes. */
  end(): Promise<number>;
}

/** This level gives most of the compression in a fraction of the highest level's time. */
const LEVEL = 6;
const NO_BYTES = new Uint8Array(0);

/** Makes a ZIP in which every file carries the time `at`. */
export function createZipFile(handle: FileHandle, at: Date): ZipFile {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let failure: Error | null = null;
  let current: ZipDeflate | null = null;
  const zip = new Zip((error, chunk) => {
    if (error !== null) failure = error;
    else chunks.push(chunk);
  });

  async function flush(): Promise<void> {
    if (failure !== null) throw failure;
    const piece = Buffer.concat(chunks);
    chunks = [];
    if (piece.length > 0) await handle.writeFile(piece);
    bytes += piece.length;
  }

  async function endCurrent(): Promise<void> {
    current?.push(NO_BYTES, true);
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
      if (current === null) throw new Error('begin a file before writing text');
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
