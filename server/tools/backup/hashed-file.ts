import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Transform, Writable } from 'node:stream';
import type { TransformCallback } from 'node:stream';

export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** A file that is hashed while it is written, so that it is read only once. */
export interface HashedFile {
  readonly writable: Writable;
  /** The size and hash of what was written so far. */
  readonly digest: () => Digest;
}

/** Makes a new file that only its owner can read; it is on the disk when `writable` has finished. */
export function createHashedFile(file: string): HashedFile {
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const writable = new Writable({
    write(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      if (target.write(chunk)) done();
      else target.once('drain', () => done());
    },
    final(done) {
      target.end();
      finished(target).then(() => done(), done);
    },
  });
  target.once('error', (error) => writable.destroy(error));
  return { writable, digest: () => ({ bytes, sha256: hash.copy().digest('hex') }) };
}

/** Hashes what flows through it. */
export function createHashingStream(): { readonly through: Transform; readonly digest: () => Digest } {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, digest: () => ({ bytes, sha256: hash.copy().digest('hex') }) };
}
