import { describe, expect, it } from 'vitest';
import { choicesFor, filterShelf } from '../../../src/pages/shared/browse/filter';
import { ordersFor, sortShelf } from '../../../src/pages/shared/browse/order';
import { readAhead, searchGames } from '../../../src/pages/shared/browse/search';
import { DEFAULT_VIEW, filterCount, readView, writeView } from '../../../src/pages/shared/browse/view';
import type { View } from '../../../src/pages/shared/browse/view';
import { tileRangeOf, isTooFast, isSame, nextTileRange } from '../../../src/pages/shared/browse/tile-range';
import type { TileRange } from '../../../src/pages/shared/browse/tile-range';
import type { ShelfGame } from '../../../src/pages/shared/shelf/shelf';
import { gameNamed, idsOf } from './shelf-support';

const NONE: ReadonlySet<string> = new Set();
const viewOf = (change: Partial<View>): View => ({ ...DEFAULT_VIEW, ...change });
const viewAt = (search: string) => readView(new URLSearchParams(search));
const addressOf = (view: View, before = '') => writeView(new URLSearchParams(before), view).toString();

const GAMES = [
  gameNamed('zuma-rock', { name: 'Zuma Rock', rtp: 0.9399, practice: true }),
  gameNamed('roulette', { name: 'Roulette', kind: 'roulette', categories: ['table'], rtp: 36 / 37, practice: true }),
  gameNamed('elsewhere', { name: 'Àdìrẹ Elsewhere', rtp: 0.96, categories: ['slots', 'new'], volatility: 'medium' }),
  gameNamed('plain', { name: 'Lagos Plain', rtp: 0.95 }),
];
const shown = (change: Partial<View>, favourites = NONE) => idsOf(filterShelf(GAMES, viewOf(change), favourites));

describe('the filters of a shelf', () => {
  it('return the same list where none is on', () => {
    expect(filterShelf(GAMES, DEFAULT_VIEW, NONE)).toBe(GAMES);
  });

  it('select by kind, return, volatility and marks, all at once', () => {
    expect(shown({ kind: 'slots' })).toEqual(['zuma-rock', 'elsewhere', 'plain']);
    expect(shown({ rtp: 95 })).toEqual(['roulette', 'elsewhere', 'plain']);
    expect(shown({ rtp: 96 })).toEqual(['roulette', 'elsewhere']);
    expect(shown({ rtp: 97 })).toEqual(['roulette']);
    expect(shown({ volatility: 'medium' })).toEqual(['roulette', 'elsewhere']);
    expect(shown({ volatility: 'high' })).toEqual(['zuma-rock']);
    expect(shown({ only: ['new'] })).toEqual(['elsewhere']);
    expect(shown({ only: ['practice'], kind: 'slots' })).toEqual(['zuma-rock']);
    expect(shown({ only: ['favourite'] }, new Set(['plain', 'gone']))).toEqual(['plain']);
  });

  it('can be chosen where they divide the list, or are on already', () => {
    expect(choicesFor(GAMES, DEFAULT_VIEW, NONE)).toEqual({
      kinds: ['slots', 'roulette'], rtps: [95, 96, 97], volatilities: ['low', 'medium', 'high'], marks: ['new', 'practice'],
    });
    expect(choicesFor(GAMES, DEFAULT_VIEW, new Set(['plain'])).marks).toEqual(['favourite', 'new', 'practice']);
    const alike = [gameNamed('a'), gameNamed('b')];
    expect(choicesFor(alike, DEFAULT_VIEW, NONE)).toEqual({ kinds: [], rtps: [], volatilities: [], marks: [] });
    expect(choicesFor(alike, viewOf({ kind: 'dice', rtp: 97, volatility: 'low', only: ['favourite'] }), NONE)).toEqual({
      kinds: ['slots'], rtps: [97], volatilities: ['low'], marks: ['favourite'],
    });
  });
});

describe('the orders of a shelf', () => {
  it('are by name, by return, by volatility and by what is new; equals stay as they were', () => {
    expect(sortShelf(GAMES, 'lobby')).toBe(GAMES);
    expect(idsOf(sortShelf(GAMES, 'name'))).toEqual(['elsewhere', 'plain', 'roulette', 'zuma-rock']);
    expect(idsOf(sortShelf(GAMES, 'rtp'))).toEqual(['roulette', 'elsewhere', 'plain', 'zuma-rock']);
    expect(idsOf(sortShelf(GAMES, 'calm'))).toEqual(['roulette', 'elsewhere', 'zuma-rock', 'plain']);
    expect(idsOf(sortShelf(GAMES, 'new'))).toEqual(['elsewhere', 'zuma-rock', 'roulette', 'plain']);
  });

  it('are offered where they change anything', () => {
    expect(ordersFor(GAMES)).toEqual(['lobby', 'name', 'rtp', 'calm', 'new']);
    expect(ordersFor([gameNamed('a'), gameNamed('b')])).toEqual(['lobby', 'name', 'rtp']);
    expect(ordersFor([gameNamed('a', { categories: ['new'] })])).not.toContain('new');
  });
});

describe('the view in the address', () => {
  const whole = viewOf({ kind: 'slots', rtp: 96, volatility: 'high', only: ['favourite', 'practice'], order: 'calm' });

  it('is short, and the same when it is read again', () => {
    expect(addressOf(whole)).toBe('kind=slots&rtp=96&vol=high&only=favourite.practice&sort=calm');
    expect(viewAt(addressOf(whole))).toEqual(whole);
    expect(filterCount(whole)).toBe(5);
  });

  it('writes nothing of the plain list, and leaves alone what it does not know', () => {
    expect(addressOf(DEFAULT_VIEW, `q=gold&${addressOf(whole)}&from=mail`)).toBe('q=gold&from=mail');
    expect(viewAt('')).toEqual(DEFAULT_VIEW);
  });

  it('ignores every value that it does not know', () => {
    expect(viewAt('kind=<b>&rtp=12&vol=huge&only=practice.everything&sort=luck')).toEqual(viewOf({ only: ['practice'] }));
    expect(viewAt('rtp=constructor&sort=__proto__&only=')).toEqual(DEFAULT_VIEW);
  });
});

/** How often the games' names are read. */
function watched(count: number): { readonly games: readonly ShelfGame[]; readonly reads: () => number } {
  let reads = 0;
  const games = Array.from({ length: count }, (_, at) => {
    const game = gameNamed(`game-${at}`, { name: `Game ${at}` });
    return Object.defineProperty({ ...game }, 'name', { enumerable: true, get: () => ((reads += 1), at === 1_500 ? 'Harmattan Wind' : `Game ${at}`) });
  });
  return { games, reads: () => reads };
}

describe('the search in a shelf of 2,000 games', () => {
  it('reads every name once, whatever is typed', () => {
    const { games, reads } = watched(2_000);
    for (const query of ['h', 'ha', 'har', 'harm', 'harma', 'harmat', 'harmata', 'harmatan']) searchGames(games, query);
    expect(reads()).toBe(2_000);
    expect(idsOf(searchGames(games, 'harmatan'))).toEqual(['game-1500']);
    expect(searchGames(games, ' ')).toBe(games);
  });

  it('keeps its results while the typed letters may be a typing error or another word', () => {
    const games = [gameNamed('harmattan', { name: 'Harmattan' }), gameNamed('zuma-rock', { name: 'Zuma Rock' }), gameNamed('nights', { name: 'Lagos Nights 21' })];
    const found = (query: string) => idsOf(searchGames(games, query));
    for (const query of ['h', 'ha', 'ham', 'hamr', 'hamra', 'hamrattan']) expect(found(query)).toEqual(['harmattan']);
    expect(found('zuma rko')).toEqual(['zuma-rock']);
    expect(found('xyz')).toEqual([]);
    expect(found('xuza')).toEqual([]);
    expect(found('22')).toEqual([]);
  });

  it('can read them before the first key, and stop', async () => {
    const { games, reads } = watched(250);
    readAhead(games)();
    expect(reads()).toBe(0);
    readAhead(games);
    await expect.poll(reads).toBe(250);
    searchGames(games, 'game');
    expect(reads()).toBe(250);
  });
});

describe('the tiles that are drawn of a long grid', () => {
  const LAYOUT = { columns: 2, pitch: 250 };
  const at = (top: number, focused: number | null = null) => tileRangeOf(2_000, LAYOUT, { top, height: 800, focused });

  it('are those on the screen and a little around, never more', () => {
    expect(at(300)).toEqual({ from: 0, to: 8, rowsBefore: 0, rowsAfter: 996 });
    expect(at(-100_000)).toEqual({ from: 796, to: 812, rowsBefore: 398, rowsAfter: 594 });
    for (let top = 2_000; top > -260_000; top -= 333) {
      const { from, to, rowsBefore, rowsAfter } = at(top);
      expect(to - from).toBeLessThanOrEqual(18);
      expect(to).toBeGreaterThan(from);
      expect(rowsBefore + Math.ceil((to - from) / 2) + rowsAfter).toBe(1_000);
    }
  });

  it('cover the screen wherever it is scrolled to', () => {
    for (let top = 0; top > -249_000; top -= 777) {
      const { rowsBefore, rowsAfter } = at(top);
      expect(rowsBefore * LAYOUT.pitch).toBeLessThanOrEqual(-top);
      expect((1_000 - rowsAfter) * LAYOUT.pitch).toBeGreaterThanOrEqual(-top + 800);
    }
  });

  it('keep the tile that has the focus, with its neighbours, until it is far away', () => {
    expect(at(-5_000, 30).from).toBe(28);
    expect(at(-5_000, 60).to).toBe(64);
    expect(at(-50_000, 30).from).toBe(396);
  });

  it('are all of a short list, and none of an empty one', () => {
    expect(tileRangeOf(5, LAYOUT, { top: 0, height: 800, focused: null })).toEqual({ from: 0, to: 5, rowsBefore: 0, rowsAfter: 0 });
    expect(tileRangeOf(0, LAYOUT, { top: 0, height: 800, focused: null })).toEqual({ from: 0, to: 0, rowsBefore: 0, rowsAfter: 0 });
  });
});

describe('the tiles that are drawn in the next frame', () => {
  const LAYOUT = { columns: 2, pitch: 250 };
  const LIST = Array.from({ length: 2_000 }, (_, nth) => nth);
  const sight = (top: number, focused: number | null = null) => ({ top, height: 800, focused });
  const all = (top: number, list: readonly number[] = LIST) => tileRangeOf(list.length, LAYOUT, sight(top));
  type Before = Parameters<typeof nextTileRange>[0];
  /** From frame to frame until nothing changes any more. */
  function frames(before: Before, top: number, list: readonly number[] = LIST): readonly TileRange[] {
    const range: TileRange[] = [];
    for (let drawnBefore = before; range.length < 20; drawnBefore = { list, range: range.at(-1)! }) {
      const next = nextTileRange(drawnBefore, list, LAYOUT, sight(top));
      if (drawnBefore?.list === list && isSame(drawnBefore.range, next)) return range;
      range.push(next);
    }
    throw new Error('It has no end.');
  }
  const places = (range: readonly TileRange[]) => range.map(({ from, to }) => [from, to]);

  it('are one row more with each frame, the screen from its top first, then below it, then above', () => {
    expect(places(frames(null, -10_100))).toEqual([[80, 82], [80, 84], [80, 86], [80, 88], [80, 90], [80, 92], [78, 92], [76, 92]]);
    expect(frames(null, -10_100).at(-1)).toEqual(all(-10_100));
  });

  it('are never more than a row of new ones, wherever the list goes, and get to be all', () => {
    for (const step of [-200_000, -2_000, -1_000, -600, -200, 200, 600, 1_000, 2_000, 10_100]) {
      let drawnRange = all(-10_100);
      const way = frames({ list: LIST, range: drawnRange }, -10_100 + step);
      expect(way.at(-1)).toEqual(all(-10_100 + step));
      for (const next of way) {
        const newTiles = LIST.slice(next.from, next.to).filter((tile) => tile < drawnRange.from || tile >= drawnRange.to);
        expect(newTiles.length).toBeLessThanOrEqual(LAYOUT.columns);
        drawnRange = next;
      }
    }
  });

  it('keep what is on the screen already', () => {
    const range = all(-10_100);
    expect(nextTileRange({ list: LIST, range }, LIST, LAYOUT, sight(-10_300))).toEqual(all(-10_300));
    const up = nextTileRange({ list: LIST, range }, LIST, LAYOUT, sight(-9_100));
    expect([up.from, up.to]).toEqual([74, 84]);
  });

  it('of another list come row by row, except those with the same games', () => {
    const range = all(0);
    expect(places(frames({ list: LIST, range }, 0, LIST.toReversed()))[0]).toEqual([0, 2]);
    expect(nextTileRange({ list: LIST, range }, LIST.slice(0, 100), LAYOUT, sight(0))).toEqual(tileRangeOf(100, LAYOUT, sight(0)));
    expect(frames({ list: LIST, range }, 0, LIST.slice(1_000, 1_013)).at(-1)).toEqual({ from: 0, to: 13, rowsBefore: 0, rowsAfter: 0 });
    expect(nextTileRange({ list: LIST, range }, [], LAYOUT, sight(0))).toEqual({ from: 0, to: 0, rowsBefore: 0, rowsAfter: 0 });
  });

  it('keep the tile that has the focus while the list jumps', () => {
    const next = nextTileRange({ list: LIST, range: all(0) }, LIST, LAYOUT, sight(-3_000, 2));
    expect(next.from).toBeLessThanOrEqual(2);
    expect(next.to).toBeGreaterThan(24);
    expect(nextTileRange({ list: LIST, range: all(0) }, LIST, LAYOUT, sight(-50_000, 2)).from).toBe(400);
  });

  it('have the neighbours of the tile with the focus at once, so that Tab stays in the list however fast it is pressed', () => {
    let range = frames(null, 0)[0]!;
    for (let place = 0; place < 30; place += 1) {
      range = nextTileRange({ list: LIST, range }, LIST, LAYOUT, sight(0, place));
      expect(range.to).toBeGreaterThan(place + 1);
    }
    range = all(-10_100);
    for (let place = 90; place > 60; place -= 1) {
      range = nextTileRange({ list: LIST, range }, LIST, LAYOUT, sight(-10_100, place));
      expect(range.from).toBeLessThan(place);
    }
  });

  it('are none while the list goes by too fast to be seen', () => {
    const [from, ms] = [sight(-1_000), 100];
    expect(isTooFast(from, sight(-1_000 - 481), ms)).toBe(true);
    expect(isTooFast(from, sight(-1_000 + 481), ms)).toBe(true);
    expect(isTooFast(from, sight(-1_000 - 479), ms)).toBe(false);
    expect(isTooFast(from, from, 0)).toBe(false);
    expect(isTooFast(from, sight(-1_001), 0)).toBe(true);
  });
});
