import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createKeptBodies } from '../../../server/http/kept-bodies';

/** Makes the text of a tag, and counts how often. */
function makeTexts() {
  const made: string[] = [];
  return {
    made,
    of: (tag: string) => async () => {
      made.push(tag);
      return `the list of ${tag}`;
    },
  };
}

describe('a kept body', () => {
  it('is made once, also for callers who come at the same time, and sent in the best form that each takes', async () => {
    const [bodies, texts] = [createKeptBodies(), makeTexts()];
    const headers = ['br, gzip', 'gzip', undefined, 'br', 'gzip;q=0'];
    const found = await Promise.all(headers.map((header) => bodies.find('one', header, texts.of('one'))));
    expect(found.map(({ encoding }) => encoding)).toEqual(['br', 'gzip', 'identity', 'br', 'identity']);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };
    expect(new Set(found.map(({ bytes, encoding }) => decode[encoding](bytes).toString()))).toEqual(new Set(['the list of one']));
    expect(texts.made).toEqual(['one']);
    // The same compressed bytes again.
    expect((await bodies.find('one', 'br', texts.of('one'))).bytes).toBe(found[0]?.bytes);
  });

  it('is made anew for another tag; the one before stays for calls that read it earlier, an older one does not', async () => {
    const [bodies, texts] = [createKeptBodies(), makeTexts()];
    for (const tag of ['one', 'two', 'one', 'two', 'three', 'two', 'one']) await bodies.find(tag, undefined, texts.of(tag));
    expect(texts.made).toEqual(['one', 'two', 'three', 'one']);
  });

  it('that could not be made is tried again by the next call', async () => {
    const [bodies, texts] = [createKeptBodies(), makeTexts()];
    await expect(bodies.find('one', 'br', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('the database is away');
    expect((await bodies.find('one', undefined, texts.of('one'))).bytes.toString()).toBe('the list of one');
  });
});
