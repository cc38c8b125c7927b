/** The examples of the articles that show how to check a result by hand, against the checker that stands alone and the engines. */
import { createHash, createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { PAR_SHEETS } from '../../../server/games/par-sheets';
import { loadHelpTexts } from '../../../src/content/load-help-texts';
import { commitOf, drawsFrom } from '../../../src/core/fairness/draws';
import { adireGold } from '../../../src/core/games/slots/adire-gold';
import { playSlots } from '../../../src/core/games/slots/slots';
import type { Block } from '../../../src/core/prose';
import { inlineText, proseText } from '../../../src/core/prose';
import { checkRound } from '../../checker/check';
import type { CheckedRound } from '../../checker/round';

const serverSeed = '0123456789abcdef'.repeat(4);
const clientSeed = 'ayo';

let texts: ReadonlyMap<string, readonly Block[]>;
beforeAll(async () => {
  texts = await loadHelpTexts();
});

const blocksOf = (slug: string): readonly Block[] => texts.get(slug)!;
/** The rows of the article's one table, as text. */
function rowsOf(slug: string): string[][] {
  const tables = blocksOf(slug).filter((block) => block.t === 'table');
  expect(tables).toHaveLength(1);
  return tables.flatMap(({ rows }) => rows.map((row) => row.map(inlineText)));
}
const textOf = (slug: string): string => proseText(blocksOf(slug));
const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

const shown = (gameId: string, nonce: number, round: Partial<CheckedRound> = {}) =>
  checkRound(PAR_SHEETS.get(gameId)!.text, { gameId, serverSeed, clientSeed, nonce, stake: 10_000, bet: {}, actions: [], abandoned: true, ...round });

describe('the words that the examples begin with', () => {
  it('are those of the seeds that the article names', () => {
    expect(textOf('check-result')).toContain(createHash('sha256').update(serverSeed).digest('hex'));
    expect(textOf('check-result')).toContain(commitOf(serverSeed));
    const rows = rowsOf('check-result');
    expect(rows.map(([nonce]) => nonce)).toEqual(['0', '1', '3']);
    for (const [nonce = '', words = ''] of rows) {
      const bytes = createHmac('sha256', serverSeed).update(`${clientSeed}:${nonce}:0`).digest();
      expect(numbersIn(words)).toEqual([0, 4, 8, 12, 16].map((at) => bytes.readUInt32BE(at)));
    }
  });

  it('are skipped where the article says it', () => {
    const most = 2 ** 32 - (2 ** 32 % 52);
    expect(textOf('check-result')).toContain(`Below 52 these are ${most} and more.`);
  });

  it('lead to an article for each kind of game', () => {
    for (const kind of ['slots', 'roulette', 'dice', 'plinko', 'mines', 'blackjack']) expect(texts.has(`${kind}-by-hand`), kind).toBe(true);
  });
});

describe('the examples', () => {
  it('of a slot are its strips, stops, lines and win', () => {
    const text = textOf('slots-by-hand');
    const outcome = playSlots(adireGold, drawsFrom({ serverSeed, clientSeed, nonce: 3 }));
    const [a, b, c, d, e] = adireGold.strips.map(({ length }) => length);
    expect(text).toContain(`its strips have ${a}, ${b}, ${c}, ${d} and ${e} symbols, so it stops at ${outcome.stops.slice(0, 4).join(', ')} and ${outcome.stops[4]}.`);
    const [first, second, ...others] = outcome.wins;
    expect(others).toEqual([]);
    expect([first, second]).toMatchObject([{ symbol: 'ring', count: 3, pays: 6 }, { symbol: 'star', count: 3, pays: 6 }]);
    expect(text).toContain(`Line ${first!.line + 1} shows three rings and line ${second!.line + 1} three stars from the left; each pays 6.`);
    expect(text).toContain(`With ten lines a stake of ₦100 wins ${outcome.total} × ₦10 = ₦120.`);
    expect(shown('adire-gold', 3)).toEqual({ win: 12_000n, staked: 10_000n, shown: [[...outcome.stops]] });
  });

  it('of roulette, dice, plinko and mines are what their words come to', () => {
    const bets = [{ spot: '0', stake: 10_000 }];
    for (const [nonce = '', number = ''] of rowsOf('roulette-by-hand')) expect(shown('roulette', Number(nonce), { bet: { bets } }).shown).toEqual([[Number(number)]]);
    for (const [nonce = '', roll = ''] of rowsOf('dice-by-hand')) expect(shown('dice', Number(nonce), { bet: { under: 1 } }).shown).toEqual([[Math.round(Number(roll) * 100)]]);
    for (const [nonce = '', path = '', bucket = ''] of rowsOf('plinko-by-hand')) {
      const [turns = []] = shown('plinko', Number(nonce), { bet: { risk: 'low' } }).shown;
      expect([turns.join(''), turns.filter((turn) => turn === 1).length + 1]).toEqual([path, Number(bucket)]);
    }
    for (const [nonce = '', mines = ''] of rowsOf('mines-by-hand')) expect(shown('mines', Number(nonce), { bet: { mines: 3 } }).shown).toEqual([numbersIn(mines)]);
  });

  it('of blackjack are the cards of both, and who wins', () => {
    const { win, staked, shown: [dealer = [], own = []] } = shown('blackjack', 0, { actions: [{ kind: 'stand' }], abandoned: false });
    const rows = rowsOf('blackjack-by-hand');
    expect(rows.map(([draw]) => Number(draw))).toEqual([own[0], dealer[0], own[1], dealer[1], dealer[2]]);
    const ranks = ['ace', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king'];
    for (const [draw = '', card = ''] of rows) expect(card).toContain(ranks[Number(draw) % 13]!);
    expect([win, staked]).toEqual([20_000n, 10_000n]);
    expect(dealer.map((card) => Math.min(10, (card % 13) + 1)).reduce((sum, points) => sum + points)).toBe(24);
  });
});
