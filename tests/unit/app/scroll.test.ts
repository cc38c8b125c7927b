import { describe, expect, it } from 'vitest';
import { storePositions, readPositions } from '../../../src/app/scroll';

function storeOf(text: string | null) {
  let storedText = text;
  return { getItem: () => storedText, setItem: (_: string, value: string) => { storedText = value; } };
}

const closed = {
  getItem: () => { throw new Error('closed'); },
  setItem: () => { throw new Error('closed'); },
};

describe('the scroll positions of a tab', () => {
  it('are restored with the tab', () => {
    const store = storeOf(null);
    storePositions(store, new Map([['a', 120], ['b', 0]]));
    expect([...readPositions(store)]).toEqual([['a', 120], ['b', 0]]);
  });

  it('are the last fifty', () => {
    const store = storeOf(null);
    storePositions(store, new Map(Array.from({ length: 60 }, (_, index) => [`k${index}`, index])));
    const [first] = readPositions(store);
    expect([first, readPositions(store).size]).toEqual([['k10', 10], 50]);
  });

  it.each(['', 'null', '{}', '[1]', '"x'])('are none where %s is stored', (text) => {
    expect(readPositions(storeOf(text)).size).toBe(0);
  });

  it('are left out without an error where nothing can be stored', () => {
    expect(readPositions(closed).size).toBe(0);
    expect(() => storePositions(closed, new Map([['a', 1]]))).not.toThrow();
  });
});
