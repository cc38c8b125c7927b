import { describe, expect, it } from 'vitest';
import { packFolders } from '../../../server/tools/pack-folders';

const pack = (sizes: Readonly<Record<string, number>>, limit: number) => Object.fromEntries(packFolders(new Map(Object.entries(sizes)), limit));

describe('folders that share files', () => {
  it('fills one file after the other in the order of the folders’ names, and names each after its first folder', () => {
    expect(pack({ c: 40, a: 50, b: 50, d: 60 }, 100)).toEqual({ a: 'a', b: 'a', c: 'c', d: 'c' });
  });

  it('leaves a folder over the limit a file of its own', () => {
    expect(pack({ a: 10, b: 150, c: 10 }, 100)).toEqual({ a: 'a', b: 'b', c: 'c' });
  });

  it('moves no folder when another one grows within its file', () => {
    expect(pack({ a: 50, b: 49, c: 60 }, 100)).toEqual(pack({ a: 50, b: 20, c: 60 }, 100));
  });
});
