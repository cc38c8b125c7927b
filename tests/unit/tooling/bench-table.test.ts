import { describe, expect, it } from 'vitest';
import { ALL_PAGES, QUICK_PAGES, SINGLE_PAGES } from '../../bench/pages';
import { PARTS, readOptions } from '../../bench/options';
import { cheapestLine, clsLine, singleLine, worstLine } from '../../bench/repeat-lines';
import { bytesLine, isAbove, isBelow, formatTable, timeLine, summarize } from '../../bench/table';
import { PAGE_ROUTES } from '../../../src/app/routes';

const returned = (path: string, fcp: number, lcp: number, cls = 0) => ({ state: 'no network', path, fcp, lcp, cls, tbt: 0 });

describe('the verdict of the bench', () => {
  it('fails for bytes over their budget, and names the line', () => {
    const { lines, isFailed } = summarize([['Bytes', [bytesLine('precache', 2_049, 2_048), bytesLine('entry', 2_048, 2_048)]]]);
    expect(isFailed).toBe(true);
    expect(lines.join('\n')).toContain('precache');
    expect(lines.join('\n')).not.toContain('entry');
  });

  it('names times that are over, and does not fail for them', () => {
    const { lines, isFailed } = summarize([['Coming back', [timeLine('FCP of /', '9 ms', '', true), timeLine('TTI of /', '9 ms'), timeLine('LCP of /', '9 ms', '', true)]]]);
    expect(isFailed).toBe(false);
    expect(lines.join('\n')).toContain('Coming back: FCP of /; LCP of /');
  });

  it('says so when all is kept', () => {
    expect(summarize([['Bytes', [bytesLine('entry', 1, 2), bytesLine('for information', 1, null)]]])).toEqual({
      lines: ['Every byte budget that was measured is kept.'], isFailed: false,
    });
  });

  it('counts a value that could not be measured as over its budget', () => {
    expect([isAbove(Number.NaN, 1), isBelow(Number.NaN, 1), isAbove(1, 1), isBelow(1, 1)]).toEqual([true, true, false, false]);
  });
});

describe('a table of the bench', () => {
  it('marks what is over, and nothing else', () => {
    const text = formatTable(['Title', [timeLine('slow', '9 ms', '≤ 8 ms', true), timeLine('quick', '7 ms', '≤ 8 ms')]]);
    expect(text).toEqual(['Title', '  slow   9 ms  ≤ 8 ms  OVER', '  quick  7 ms  ≤ 8 ms']);
  });
});

describe('coming back', () => {
  const hello = { fcp: 100, lcp: 100 };

  it('is held against the hello app of the same run', () => {
    expect(singleLine(returned('/', 100, 150), hello).isOver).toBe(false);
    expect(singleLine(returned('/', 101, 150), hello).isOver).toBe(true);
    expect(singleLine(returned('/', 100, 151), hello).isOver).toBe(true);
    expect(singleLine(returned('/', 100, 100), undefined).isOver).toBe(true);
    expect(cheapestLine(returned('/', 130, 900), hello).isOver).toBe(false);
  });

  it('tells of many addresses the slowest, and how many are over', () => {
    const line = worstLine([returned('/a', 90, 90), returned('/b', 200, 90), returned('/c', 90, 300)], hello);
    expect(line.name).toContain('every address once (3): the slowest are /b and /c');
    expect(line.value).toContain('2 over');
    expect(line.isOver).toBe(true);
    expect(clsLine([returned('/a', 1, 1, 0.004), returned('/b', 1, 1, 0.006)])).toMatchObject({ value: '0.0060; over: /b', isOver: true });
    expect(clsLine(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((path) => returned(path, 1, 1, 0.01))).value).toBe('0.0100; over: a, b, c, d, e and 2 more');
  });

  it('opens every route of the product by an address without gaps, and single ones of each kind', () => {
    expect(ALL_PAGES).toHaveLength(PAGE_ROUTES.flatMap(({ paths }) => paths).length);
    expect(ALL_PAGES.filter(({ path }) => path.includes(':'))).toEqual([]);
    const single = SINGLE_PAGES.map(({ path }) => path);
    for (const path of ['/', '/game/adire-gold', '/game/roulette', '/category/slots', '/games-history']) expect(single).toContain(path);
    expect(QUICK_PAGES.every(({ who }) => who === 'guest')).toBe(true);
  });
});

describe('the arguments of the bench', () => {
  it('choose everything, what is quick, or single parts', () => {
    expect(readOptions([])).toEqual({ isQuick: false, parts: PARTS, leftOut: [] });
    const quick = readOptions(['--quick']);
    expect(quick.parts.map(({ name }) => name)).not.toContain('idle');
    expect(quick.leftOut).toHaveLength(PARTS.length - quick.parts.length);
    expect(readOptions(['--only=idle,bytes']).parts.map(({ name }) => name)).toEqual(['bytes', 'idle']);
    expect(readOptions(['--lobby']).parts.map(({ name }) => name)).toEqual(['lobby']);
  });

  it('are refused where there is no such thing, with what there is', () => {
    expect(() => readOptions(['--fast'])).toThrow('There is no --fast. There are --quick');
    expect(() => readOptions(['--only=speed'])).toThrow('There is no part speed. There are bytes');
  });
});
