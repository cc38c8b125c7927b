/** The judgement of `npm run test:failover`: what it must notice, on made-up runs. */
import { describe, expect, it, vi } from 'vitest';
import { compareWithWitness, longestSilence } from '../../failover/compare';
import type { Effects } from '../../failover/compare';
import { KINDS, readOptions } from '../../failover/options';
import { printResult } from '../../failover/result';
import type { WitnessLine } from '../../failover/witness-file';

const call = { kind: 'round', userId: 'u_1', key: 'failover-1' } as const;
const done = (at: number, text = 'won'): WitnessLine => ({ says: 'done', at, ...call, text });
const row = (changes: Partial<Effects> = {}): Effects => ({ user_id: 'u_1', key: 'failover-1', answer: 'won', state: 'done', effects: 1, ...changes });

describe('what the witness wrote down', () => {
  it('is compared with the database: an acknowledged call that is there once, with its answer, is no fault', () => {
    expect(compareWithWitness([row()], [done(1)])).toEqual({ acknowledged: 1, lost: [], twice: [], open: 0 });
  });

  it.each([
    ['has no row', []], ['moved no money', [row({ effects: 0 })]], ['has another answer', [row({ answer: 'lost' })]],
  ])('is lost where it %s', (_, rows) => {
    expect(compareWithWitness(rows, [done(1)]).lost).toHaveLength(1);
  });

  it('is twice where money moved twice, and where it moved after a “no”', () => {
    expect(compareWithWitness([row({ effects: 2 })], [done(1)])).toMatchObject({ lost: [], twice: [expect.stringContaining('2 effects')] });
    expect(compareWithWitness([row()], [{ says: 'not done', at: 1, ...call }])).toMatchObject({ acknowledged: 0, twice: [expect.stringContaining('was not to happen')] });
    expect(compareWithWitness([row({ effects: 0 })], [{ says: 'not done', at: 1, ...call }]).twice).toEqual([]);
  });

  it('says how long money stood still: the longest pause that touches the time of the fault', () => {
    const lines = [done(0), done(5_000), done(10_000), done(28_000), done(29_000), done(60_000)];
    expect(longestSilence(lines, 12_000, 29_500)).toBe(31_000);
    expect(longestSilence(lines, 12_000, 28_500)).toBe(18_000);
    expect(longestSilence(lines, 1_000, 9_000)).toBe(5_000);
  });
});

describe('a run', () => {
  const whole = { acknowledged: 1, lost: [], twice: [], open: 0 };
  it.each([
    ['is good', whole, [], 0], ['lost something', { ...whole, lost: ['x'] }, [], 1], ['did something twice', { ...whole, twice: ['x'] }, [], 1],
    ['left something open', { ...whole, open: 1 }, [], 1], ['broke an invariant', whole, ['I1'], 1], ['acknowledged nothing', { ...whole, acknowledged: 0 }, [], 1],
  ])('that %s ends with its code', (_, comparison, broken, code) => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    try {
      const failover = { kind: 'kill', from: 0, to: 10, isMoved: true, silenceMs: 5 } as const;
      expect(printResult([failover], [done(1), { says: 'seen', at: 2, what: 'round 503' }], comparison, broken)).toBe(code);
      const printed = print.mock.calls.flat().join('\n');
      expect(printed).toMatch(/^kill +1 +1 +0\.0 s +0\.0 s +1$/m);
    } finally {
      print.mockRestore();
    }
  });

  it('takes each kind once, or as it is told', () => {
    expect(readOptions([])).toEqual({ kinds: KINDS.map(({ name }) => name), times: 1, isKept: false });
    expect(readOptions(['--times=20', '--kinds=pause,kill', '--keep'])).toEqual({ kinds: ['kill', 'pause'], times: 20, isKept: true });
    for (const wrong of [['--times=0'], ['--times=x'], ['--kinds=storm'], ['--fast']]) expect(() => readOptions(wrong)).toThrow();
  });
});
