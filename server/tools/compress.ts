import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);
/** Below this the headers cost more than compression saves. */
const MIN_BYTES = 256;

/** Compresses with Brotli at quality 11. */
async function compressBrotli(source: Buffer): Promise<Buffer> {
  return brotli(source, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length },
  });
}

/** Returns the bytes of a file's body over the wire to a browser that accepts brotli. `extension` is like `.js`. */
export async function compressedSize(source: Buffer, extension: string): Promise<number> {
  if (!COMPRESSIBLE.has(extension) || source.length < MIN_BYTES) return source.length;
  return Math.min((await compressBrotli(source)).length, source.length);
}

/** Writes `.br` (quality 11) and `.gz` (level 9) beside every compressible file below a folder, where they are smaller. */
export async function compressTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const source = await readFile(path);
      if (source.length < MIN_BYTES) return;
      const variants = { br: await compressBrotli(source), gz: await compressGzip(source, { level: 9 }) };
      for (const [extension, bytes] of Object.entries(variants)) {
        if (bytes.length < source.length) await writeFile(`${path}.${extension}`, bytes);
      }
    }),
  );
}
