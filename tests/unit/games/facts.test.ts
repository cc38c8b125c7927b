import { describe, expect, it } from 'vitest';
import { percentCut, percentPlain, timesWords } from '../../../src/games/facts';
import { categoryName, kindName } from '../../../src/games/words';

describe('figures of a game in words', () => {
  it('cuts a return and never rounds it up', () => {
    expect(percentCut(0.950980274629771)).toBe('95.09%');
    expect(percentCut(36 / 37)).toBe('97.29%');
    expect(percentCut(0.28804690500192, 1)).toBe('28.8%');
  });

  it('takes a double for the decimal that it stands for', () => {
    expect(percentCut(0.57)).toBe('57.00%');
    expect(percentCut(0.29)).toBe('29.00%');
  });

  it('writes shares without needless places', () => {
    expect([1, 0.5, 0.2, 0.125].map(percentPlain)).toEqual(['100%', '50%', '20%', '12.5%']);
  });

  it('groups the digits of a large win', () => {
    expect(timesWords(6651.2)).toBe('6,651.2×');
  });
});

describe('names of kinds and categories', () => {
  it('has a name for what it knows and writes out what it does not', () => {
    expect(kindName('slots')).toBe('Slots');
    expect(kindName('hi-lo')).toBe('Hi lo');
    expect(categoryName('made-in-naija')).toBe('Made in Naija');
    expect(categoryName('high-rollers')).toBe('High rollers');
  });

  it('is not misled by ids that every object has', () => {
    expect(kindName('constructor')).toBe('Constructor');
    expect(categoryName('toString')).toBe('ToString');
  });
});
