import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fractionToNumber } from '../../../src/core/fraction';
import type { AnyEngine } from '../../../src/core/games/engine';
import { MAX_ROUND_WIN } from '../../../src/core/games/largest-win';
import { kobo } from '../../../src/core/money';
import { parSheetDocument, readFraction } from '../../../src/core/games/rules/par-sheet';
import { SLOT_THEMES } from '../../../src/core/games/slots/themes';
import { EMBEDDED_GAMES, embeddedGame } from '../../../src/games/catalogue';
import { everyWords } from '../../../src/games/facts';
import { pitches } from '../../../src/games/pitches';
import { FACE_IDS, loadFace } from '../../../src/games/faces';
import { PAR_SHEETS } from '../../../server/games/par-sheets';
import { listInitialGames } from '../../../server/games/initial-catalogue';
import { cachedParSheet } from '../core/games/cached-par-sheet';

const sheetOf = (gameId: string) => parSheetDocument.parse(JSON.parse(PAR_SHEETS.get(gameId)!.text));

/** Bets with the least and the greatest return, for games whose bets return differently. */
const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  plinko: [{ risk: 'low' }, { risk: 'medium' }, { risk: 'high' }],
  dice: [{ under: 5_000 }, { under: 9_724 }, { under: 333 }],
  mines: [{ mines: 1 }, { mines: 3 }, { mines: 24 }],
};
/** The stake from which rounding takes the greatest share, in kobo. */
const SMALLEST_STAKE = kobo(10_000);

describe.each(EMBEDDED_GAMES)('the embedded game $gameId', (game) => {
  it('shows the return and the largest win that its engine declares', async () => {
    const face = await loadFace(game.gameId);
    expect(face?.engine.gameId).toBe(game.gameId);
    expect(face?.engine.kind).toBe(game.kind);
    expect(game.rtp).toBeCloseTo(fractionToNumber(face!.engine.rtp), 12);
    expect(game.maxWin).toBeCloseTo(fractionToNumber(face!.engine.maxWin), 9);
  });

  it('shows how often it pays, pays more than the stake and pays the most as its par sheet says', () => {
    const { figures } = sheetOf(game.gameId);
    // Where bets differ the sheet says it of each bet.
    const shareOf = (text: string | undefined) => (text === undefined ? undefined : fractionToNumber(readFraction(text)));
    const [hits, profits] = [shareOf(figures.paysSomething), shareOf(figures.paysMoreThanStake)];
    expect([game.hitRate === undefined, game.profitRate === undefined]).toEqual([hits === undefined, profits === undefined]);
    expect(game.hitRate ?? 0).toBeCloseTo(hits ?? 0, 10);
    expect(game.profitRate ?? 0).toBeCloseTo(profits ?? 0, 10);
    const { numerator, denominator } = readFraction(figures.largestWin.odds);
    const every = Number((denominator * 1_000n) / numerator) / 1_000;
    if (every === Infinity) expect(game.maxWinEvery).toBe(Infinity);
    else expect(Math.abs(game.maxWinEvery / every - 1)).toBeLessThan(0.001);
  });

  it('states the return of the chosen bet where bets return differently', async () => {
    const face = await loadFace(game.gameId);
    const { rtp, maxRtp } = face!.engine as AnyEngine;
    expect(face!.bet?.returns !== undefined).toBe(maxRtp !== undefined);
    if (maxRtp === undefined) return;
    const returns = CHOICES[game.gameId]!.map((choice) => face!.bet!.returns!(choice, SMALLEST_STAKE));
    expect([Math.min(...returns), Math.max(...returns)]).toEqual([fractionToNumber(rtp), fractionToNumber(maxRtp)]);
  });

  it('has limits that are stakes of its engine', async () => {
    const face = await loadFace(game.gameId);
    expect(game.minStake % face!.engine.stakeStep).toBe(0);
    expect(game.maxStake % face!.engine.stakeStep).toBe(0);
    expect(game.minStake).toBeLessThan(game.maxStake);
  });

  it('never wins more than one round may, not even on the largest stake', () => {
    // There a bet says how much it can win: its engine refuses what could pass it, and mines ends by itself.
    if (game.kind === 'dice' || game.kind === 'mines') return;
    expect(game.maxStake * game.maxWin).toBeLessThanOrEqual(MAX_ROUND_WIN);
  });

  it('has the same name, limits, categories and art as on the platform', () => {
    const opening = listInitialGames().find(({ gameId }) => gameId === game.gameId);
    expect(opening).toMatchObject({ name: game.name, kind: game.kind, categories: [...game.categories], art: game.art });
    expect([opening!.minStake * 100, opening!.maxStake * 100]).toEqual([game.minStake, game.maxStake]);
  });

  it('has a sentence of its own', () => {
    expect(pitches[game.gameId]).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('has its art on the app’s own host', () => {
    expect(readFileSync(new URL(`../../../public/cdn${game.art}`, import.meta.url), 'utf8')).toMatch(/^<svg /);
  });
});

describe.each(SLOT_THEMES)('the slot $gameId', (theme) => {
  it('shows the shares of rounds that enumeration finds', () => {
    const sheet = cachedParSheet(theme);
    expect(embeddedGame(theme.gameId)?.hitRate).toBeCloseTo(fractionToNumber(sheet.hitRate), 12);
    expect(embeddedGame(theme.gameId)?.profitRate).toBeCloseTo(fractionToNumber(sheet.profitRate), 11);
  });

  it('never wins more than one round may, not even on the largest stake', () => {
    const { maxStake = Number.NaN, maxWin = Number.NaN } = embeddedGame(theme.gameId) ?? {};
    expect(maxStake * maxWin).toBeLessThanOrEqual(MAX_ROUND_WIN);
  });
});

describe('the catalogue of what the app can draw', () => {
  it('lists exactly the games that have a face', () => {
    expect(EMBEDDED_GAMES.map(({ gameId }) => gameId).toSorted()).toEqual(FACE_IDS.toSorted());
  });

  it('knows no face of a game that is not there, not even of a name that every object has', async () => {
    expect(await loadFace('nothing')).toBeNull();
    expect(await loadFace('constructor')).toBeNull();
  });
});

describe('the odds of a bet', () => {
  const face = async (gameId: string) => (await loadFace(gameId))!;

  it('are those of the par sheet for every risk of plinko', async () => {
    const { bet } = await face('plinko');
    for (const [at, risk] of ['low', 'medium', 'high'].entries()) {
      const { paysSomething, paysMoreThanStake, largestWin } = sheetOf('plinko').figures.bets![at]!;
      const odds = bet!.odds!({ risk }, SMALLEST_STAKE)!;
      expect(odds.hitRate).toBeCloseTo(fractionToNumber(readFraction(paysSomething)), 12);
      expect(odds.profitRate).toBeCloseTo(fractionToNumber(readFraction(paysMoreThanStake)), 12);
      expect([odds.maxWin, 1 / odds.maxWinEvery]).toEqual([largestWin.stakes, largestWin.odds].map((text) => fractionToNumber(readFraction(text))));
    }
  });

  it('are those of the par sheet for targets of dice', async () => {
    const { bet } = await face('dice');
    for (const { bet: name, paysMoreThanStake, largestWin } of sheetOf('dice').figures.bets!) {
      const odds = bet!.odds!({ under: Math.round(Number(name.slice('under '.length)) * 100) }, SMALLEST_STAKE)!;
      expect([odds.hitRate, odds.profitRate]).toEqual([odds.profitRate, fractionToNumber(readFraction(paysMoreThanStake))]);
      expect(odds.maxWin).toBeCloseTo(fractionToNumber(readFraction(largestWin.stakes)), 9);
      expect(1 / odds.maxWinEvery).toBeCloseTo(fractionToNumber(readFraction(largestWin.odds)), 12);
    }
  });

  it('count a roulette table number by number: what pays less than all chips is no more than the stake', async () => {
    const { bet } = await face('roulette');
    const chip = (spot: string, amount: number) => ({ spot, amount: kobo(amount) });
    const of = (...placed: ReturnType<typeof chip>[]) => bet!.odds!({ placed, last: [] }, kobo(0));
    expect(of()).toBeNull();
    expect(of(chip('17', 5_000))).toEqual({ hitRate: 1 / 37, profitRate: 1 / 37, maxWin: 36, maxWinEvery: 37 });
    // Red and black pay something at 36 numbers and never more than both stakes.
    expect(of(chip('red', 5_000), chip('black', 5_000))).toEqual({ hitRate: 36 / 37, profitRate: 0, maxWin: 1, maxWinEvery: 37 / 36 });
    expect(of(chip('dozen-1', 5_000), chip('dozen-2', 5_000))).toMatchObject({ hitRate: 24 / 37, profitRate: 24 / 37, maxWin: 1.5 });
  });

  it('say of mines the largest win that the stake leaves, and how often it comes', async () => {
    const { bet } = await face('mines');
    expect(bet!.odds!({ mines: 18 }, SMALLEST_STAKE)).toMatchObject({ opened: 7, maxWin: 475_893 });
    expect(bet!.odds!({ mines: 18 }, SMALLEST_STAKE)!.maxWinEvery).toBeCloseTo(480_700, 6);
    const large = bet!.odds!({ mines: 18 }, kobo(5_000_000))!;
    expect(large.maxWin * 5_000_000).toBeLessThanOrEqual(MAX_ROUND_WIN);
    expect(large.maxWin * large.maxWinEvery ** -1).toBeCloseTo(0.99, 4);
  });
});

describe('how often something comes', () => {
  it.each([
    [37, 'once in 37 rounds'], [37 / 36, 'in 97.2% of rounds'], [10.5, 'about once in 10.5 rounds'], [2_495.78, 'about once in 2,500 rounds'], [480_700, 'about once in 481,000 rounds'],
    [5_888_828, 'about once in 5.89 million rounds'], [999_000_000, 'about once in 999 million rounds'],
    [1e9, 'on paper only, less than once in 1,000 million rounds'], [Infinity, 'on paper only, less than once in 1,000 million rounds'],
  ])('once in %d rounds is said as "%s"', (every, text) => {
    expect(everyWords(every)).toBe(text);
  });
});
