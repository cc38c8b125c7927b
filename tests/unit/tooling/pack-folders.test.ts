import { describe, expect, it } from 'vitest';
import { packFolders } from '../../../server/tools/pack-folders';

const pack = (sizes: Readonly<Record<string, number>>, limit: number) => Object.fromEntries(packFolders(new Map(Object.entries(sizes)), limit));

describe('folders that share files', () => {
  it('fills one file after the other in the order of the folders’ names, and names each after its first folder', () => {
    expect(pack({ 'x/c': 40, 'x/a': 50, 'x/b': 50, 'x/d': 60 }, 100)).toEqual({ 'x/a': 'x/a', 'x/b': 'x/a', 'x/c': 'x/c', 'x/d': 'x/c' });
  });

  it('leaves a folder over the limit a file of its own', () => {
    expect(pack({ 'x/a': 10, 'x/b': 150, 'x/c': 10 }, 100)).toEqual({ 'x/a': 'x/a', 'x/b': 'x/b', 'x/c': 'x/c' });
  });

  it('puts no folders of two kinds together', () => {
    expect(pack({ 'x/a': 10, 'y/b': 10, 'y/c': 10, z: 10 }, 100)).toEqual({ 'x/a': 'x/a', 'y/b': 'y/b', 'y/c': 'y/b', z: 'z' });
  });

  it('moves no folder when another one grows within its file', () => {
    expect(pack({ 'x/a': 50, 'x/b': 49, 'x/c': 60 }, 100)).toEqual(pack({ 'x/a': 50, 'x/b': 20, 'x/c': 60 }, 100));
  });
});
