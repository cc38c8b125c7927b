import { describe, expect, it } from 'vitest';
import { GAME_KINDS } from '../../../src/core/contract/games';
import { DEFAULT_CONTRIBUTION_PERCENT } from '../../../src/core/wagering';
import { costExample, gameRows, kindRows } from '../../../src/pages/bonus-contribution/rows';
import { PRACTICE_SHELF } from '../../../src/pages/shared/shelf/practice-shelf';
import type { ShelfGame } from '../../../src/pages/shared/shelf/shelf';

const [practised] = PRACTICE_SHELF;
const gameOf = (change: Partial<ShelfGame>): ShelfGame => ({ ...practised!, ...change });

describe('what counts toward wagering', () => {
  it('lists every kind of game with what the rules say, the most first', () => {
    const rows = kindRows();
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual([...GAME_KINDS].toSorted());
    expect(rows.find(({ kind }) => kind === 'roulette')?.counts).toBe(DEFAULT_CONTRIBUTION_PERCENT.roulette / 100);
    expect(rows.map(({ counts }) => counts)).toEqual(rows.map(({ counts }) => counts).toSorted((a, b) => b - a));
  });

  it('takes a game’s own share before that of its kind', () => {
    expect(gameRows([gameOf({ contribution: 0.35 })])[0]?.counts).toBe(0.35);
    expect(gameRows([gameOf({ contribution: 0 })])[0]?.counts).toBe(0);
    expect(gameRows([gameOf({ contribution: null, kind: 'dice' })])[0]?.counts).toBe(0.1);
  });

  it('counts nothing for a kind that nobody has told us about', () => {
    expect(gameRows([gameOf({ contribution: null, kind: 'hi-lo' })])[0]?.counts).toBe(0);
  });

  it('works out ₦4,000 for ₦10,000 at 10× on a game that returns 96 %', () => {
    expect(costExample()).toMatchObject({ bonus: 1_000_000, requirement: 10_000_000, cost: 400_000 });
  });
});
