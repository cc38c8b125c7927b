import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../../src/core/fairness/draws';
import { compareFractions, fraction, fractionToNumber, fractionToPercent, multiplyFractions } from '../../../../src/core/fraction';
import { closeEngine } from '../../../../src/core/games/engine';
import { engines } from '../../../../src/core/games/registry';
import type { ParSheet } from '../../../../src/core/games/slots/par';
import { reelWindow, slotOutcome, slotsEngine } from '../../../../src/core/games/slots/slots';
import { SLOT_THEMES } from '../../../../src/core/games/slots/themes';
import { REELS, ROWS } from '../../../../src/core/games/slots/theme';
import type { SlotTheme } from '../../../../src/core/games/slots/theme';
import { kobo } from '../../../../src/core/money';
import { cachedParSheet } from './cached-par-sheet';
import { parText } from './par-text';

const isLong = process.env['AYO_LONG'] === '1';
/** Two-sided 99 % of the normal distribution. */
const Z_99 = 2.576;
const SHORT_ROUNDS = 2_000;
/** How near the long run comes to the return, in stakes. */
const LONG_MARGIN = 0.02;
/** Neighbours differ at least by this factor in how often, how evenly and how much they pay. */
const APART = fraction(115n, 100n);

const sheets = new Map(SLOT_THEMES.map((theme) => [theme.gameId, cachedParSheet(theme)]));

function sheetOf(theme: SlotTheme): ParSheet {
  const sheet = sheets.get(theme.gameId);
  if (!sheet) throw new Error(`no par sheet for ${theme.gameId}`);
  return sheet;
}

describe.each(SLOT_THEMES)('the theme $name', (theme) => {
  const sheet = sheetOf(theme);
  const free = theme.scatter?.freeSpins ?? null;

  it('declares exactly the return and the largest win that enumeration finds', () => {
    console.log(parText(theme, sheet));
    expect(theme.rtp).toEqual(sheet.rtp);
    expect(theme.maxWin).toEqual(sheet.maxWin);
  });

  it('returns between 92 and 96.5 %', () => {
    expect(compareFractions(sheet.rtp, fraction(92n, 100n))).toBeGreaterThan(0);
    expect(compareFractions(sheet.rtp, fraction(965n, 1000n))).toBeLessThan(0);
  });

  it('pays more for longer runs, and no less for better symbols', () => {
    const paying = theme.symbols.map((symbol) => theme.pays[symbol]).filter((row) => row !== undefined);
    const rows = [...paying, theme.scatter?.pays, free?.awards, free?.again].filter((row) => row !== undefined);
    for (const [three, four, five] of rows) expect(0 < three && three < four && four < five).toBe(true);
    for (const [i, better] of paying.slice(0, -1).entries()) {
      const worse = paying[i + 1];
      expect(better.every((pays, count) => pays >= (worse?.[count] ?? Infinity))).toBe(true);
    }
  });

  it('pays for every symbol but the scatter, and a wild may go without pays of its own', () => {
    const unpaid = theme.symbols.filter((symbol) => theme.pays[symbol] === undefined && symbol !== theme.wild);
    expect(unpaid).toEqual(theme.scatter === null ? [] : [theme.scatter.symbol]);
  });

  it('has five reels of known symbols, whole pays, lines on the window and no line twice', () => {
    for (const strips of [theme.strips, free?.strips ?? theme.strips]) {
      expect(strips).toHaveLength(REELS);
      expect(strips.every((strip) => strip.length >= ROWS)).toBe(true);
      expect(strips.flat().filter((symbol) => !theme.symbols.includes(symbol))).toEqual([]);
    }
    expect(Object.values(theme.pays).flat().every((pays) => Number.isInteger(pays))).toBe(true);
    expect(theme.lines.flat().every((row) => Number.isInteger(row) && row >= 0 && row < ROWS)).toBe(true);
    expect(new Set(theme.lines.map((line) => line.join())).size).toBe(theme.lines.length);
  });

  it('takes every stake in whole naira', () => {
    expect(100 % slotsEngine(theme).stakeStep).toBe(0);
  });

  it('never shows two scatters on one reel where they count, so that 3, 4 and 5 are all there are', () => {
    for (const strip of [...theme.strips, ...(free?.again ? free.strips : [])]) {
      for (const stop of strip.keys()) {
        expect(reelWindow(strip, stop).filter((symbol) => symbol === theme.scatter?.symbol).length).toBeLessThanOrEqual(1);
      }
    }
  });

  it('returns and hits as declared when played through the platform path, within 99 %', () => {
    const engine = closeEngine(slotsEngine(theme));
    const serverSeed = '0123456789abcdef'.repeat(4);
    const stake = kobo(1_000);
    const [rtp, hitRate, variance] = [fractionToNumber(sheet.rtp), fractionToNumber(sheet.hitRate), fractionToNumber(sheet.variance)];
    const rounds = isLong ? Math.ceil((Z_99 ** 2 * variance) / LONG_MARGIN ** 2) : SHORT_ROUNDS;
    let [won, hits, profits] = [0, 0, 0];
    for (let nonce = 0; nonce < rounds; nonce += 1) {
      const answer = engine.playUnchecked({ stake, bet: {}, draws: drawsFrom({ serverSeed, clientSeed: 'monte-carlo', nonce }) });
      if (!answer.ok) throw new Error(answer.code);
      if (nonce < 200) expect(slotOutcome.safeParse(answer.outcome).success).toBe(true);
      won += answer.win;
      if (answer.win > 0) hits += 1;
      if (answer.win > stake) profits += 1;
    }
    const margin = Z_99 * Math.sqrt(variance / rounds);
    const measured = won / (rounds * stake);
    console.log(`${theme.name}: ${rounds} rounds, seed ${serverSeed}: returned ${measured.toFixed(4)}, expected ${rtp.toFixed(4)} ± ${margin.toFixed(4)}`);
    expect(Math.abs(measured - rtp)).toBeLessThan(margin);
    expect(Math.abs(hits / rounds - hitRate)).toBeLessThan(Z_99 * Math.sqrt((hitRate * (1 - hitRate)) / rounds));
    const profitRate = fractionToNumber(sheet.profitRate);
    expect(Math.abs(profits / rounds - profitRate)).toBeLessThan(Z_99 * Math.sqrt((profitRate * (1 - profitRate)) / rounds));
  }, isLong ? 7_200_000 : 60_000);
});

describe('the themes side by side', () => {
  const FIGURES = ['hitRate', 'variance', 'maxWin'] as const;

  it.each(FIGURES)('are at least 15 % apart in %s', (figure) => {
    const sorted = SLOT_THEMES.toSorted((a, b) => compareFractions(sheetOf(a)[figure], sheetOf(b)[figure]));
    console.log(sorted.map((theme) => `${theme.name} ${fractionToNumber(sheetOf(theme)[figure]).toFixed(4)}`).join(' < '));
    for (const [i, lower] of sorted.slice(0, -1).entries()) {
      const higher = sorted[i + 1];
      if (!higher) continue;
      const least = multiplyFractions(sheetOf(lower)[figure], APART);
      expect(compareFractions(sheetOf(higher)[figure], least), `${lower.name} and ${higher.name}`).toBeGreaterThanOrEqual(0);
    }
  });

  it('share no strip, no pay table, no feature and no name', () => {
    const strips = SLOT_THEMES.flatMap((theme) => [...theme.strips, ...(theme.scatter?.freeSpins?.strips ?? [])].map((strip) => strip.join()));
    const features = SLOT_THEMES.map(({ wild, wildMultiplier, wildExpands, runs, scatter }) =>
      JSON.stringify([wild !== null, wildMultiplier, wildExpands, runs, scatter !== null, Object.keys(scatter?.freeSpins ?? {}).toSorted()]),
    );
    for (const parts of [strips, features, SLOT_THEMES.map(({ gameId }) => gameId), SLOT_THEMES.map(({ name }) => name)]) {
      expect(new Set(parts).size).toBe(parts.length);
    }
    expect(new Set(SLOT_THEMES.map((theme) => JSON.stringify(Object.values(theme.pays)))).size).toBe(SLOT_THEMES.length);
  });

  it('include at least two with free spins, and every game that is open', () => {
    expect(SLOT_THEMES.filter(({ scatter }) => scatter?.freeSpins).length).toBeGreaterThanOrEqual(2);
    for (const [gameId, engine] of engines) {
      const theme = SLOT_THEMES.find((other) => other.gameId === gameId);
      if (engine.kind === 'slots') expect(theme).toMatchObject({ rtp: engine.rtp, maxWin: engine.maxWin });
    }
  });

  it('print how often and how much they pay', () => {
    const rows = SLOT_THEMES.map((theme) => {
      const { rtp, hitRate, variance, maxWin } = sheetOf(theme);
      return `${theme.name.padEnd(18)} ${fractionToPercent(rtp, 3)}  ${fractionToPercent(hitRate, 2)}  variance ${fractionToNumber(variance).toFixed(2)}  at most ${fractionToNumber(maxWin)}`;
    });
    console.log(rows.join('\n'));
    expect(rows).toHaveLength(8);
  });
});

describe('the table of engines', () => {
  const draws = drawsFrom({ serverSeed: 'e'.repeat(64), clientSeed: 'table', nonce: 0 });

  it('finds every engine by its game', () => {
    expect([...engines.keys()]).toContain('adire-gold');
    for (const [gameId, engine] of engines) expect(engine.gameId).toBe(gameId);
  });

  it('holds no return outside 92 to 99.5 %', () => {
    for (const { rtp } of engines.values()) {
      expect(compareFractions(rtp, fraction(92n, 100n))).toBeGreaterThanOrEqual(0);
      expect(compareFractions(rtp, fraction(995n, 1000n))).toBeLessThanOrEqual(0);
    }
  });

  it.each([[{ lines: 3 }], [null], ['all'], [[]]])('refuses the bet %j as a value, not by throwing', (bet) => {
    expect(engines.get('adire-gold')?.playUnchecked({ stake: kobo(1_000), bet, draws })).toEqual({ ok: false, code: 'bet-invalid' });
  });

  it.each([0, -1_000, 1_001])('refuses a stake of %d kobo as a value', (stake) => {
    const answer = engines.get('adire-gold')?.playUnchecked({ stake: kobo(stake), bet: {}, draws });
    expect(answer).toEqual({ ok: false, code: 'stake-invalid' });
  });
});
