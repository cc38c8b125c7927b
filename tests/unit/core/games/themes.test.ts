import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../../src/core/fairness/draws';
import { compareFractions, fraction, fractionToNumber, multiplyFractions } from '../../../../src/core/fraction';
import type { Fraction } from '../../../../src/core/fraction';
import { engines } from '../../../../src/core/games/registry';
import { adireGold } from '../../../../src/core/games/slots/adire-gold';
import { countSpins } from '../../../../src/core/games/slots/count-spins';
import { readLine } from '../../../../src/core/games/slots/line';
import { parSheet } from '../../../../src/core/games/slots/par';
import { slotOutcome } from '../../../../src/core/games/slots/slots';
import { REELS, ROWS } from '../../../../src/core/games/slots/theme';
import type { SlotTheme } from '../../../../src/core/games/slots/theme';
import { kobo } from '../../../../src/core/money';
import { parText } from './par-text';

const THEMES: readonly SlotTheme[] = [adireGold];
/** Two-sided 99 % of the normal distribution. */
const Z_99 = 2.576;

/**
 * The paid spin's return by linearity of expectation: every row of a reel shows each of its stops once, so all lines
 * expect the same, and one line is a sum over sequences of symbols. Shares nothing with the enumeration but the
 * strips.
 */
function returnByLinearity(theme: SlotTheme): Fraction {
  let sum = 0n;
  const walk = (shown: readonly string[], ways: bigint): void => {
    const strip = theme.strips[shown.length];
    if (!strip) {
      sum += ways * BigInt(readLine(theme, shown)?.pays ?? 0);
      return;
    }
    for (const symbol of theme.symbols) {
      const weight = strip.filter((other) => other === symbol).length;
      if (weight > 0) walk([...shown, symbol], ways * BigInt(weight));
    }
  };
  walk([], 1n);
  return fraction(sum, theme.strips.reduce((product, strip) => product * BigInt(strip.length), 1n));
}

describe.each(THEMES)('the theme $name', (theme) => {
  const sheet = parSheet(theme);

  it('declares exactly the return and the largest win that enumeration finds', () => {
    console.log(parText(theme, sheet));
    expect(theme.rtp).toEqual(sheet.rtp);
    expect(theme.maxWin).toEqual(sheet.maxWin);
  });

  it('returns between 92 and 96.5 % and pays in 25 to 30 % of rounds', () => {
    expect(compareFractions(sheet.rtp, fraction(92n, 100n))).toBeGreaterThan(0);
    expect(compareFractions(sheet.rtp, fraction(965n, 1000n))).toBeLessThan(0);
    expect(compareFractions(sheet.hitRate, fraction(25n, 100n))).toBeGreaterThan(0);
    expect(compareFractions(sheet.hitRate, fraction(30n, 100n))).toBeLessThan(0);
  });

  it('returns on its lines what linearity of expectation says', () => {
    let [paid, cycle] = [0n, 0n];
    for (const { linePays, combinations } of countSpins(theme, theme.strips)) {
      paid += BigInt(linePays) * combinations;
      cycle += combinations;
    }
    const perLine = multiplyFractions(fraction(paid, cycle), fraction(1n, BigInt(theme.lines.length)));
    expect(perLine).toEqual(returnByLinearity(theme));
  });

  it('pays more for longer runs, and no less for better symbols', () => {
    const onLines = theme.symbols.filter((symbol) => symbol !== theme.scatter?.symbol);
    const paying = onLines.map((symbol) => theme.pays[symbol]);
    const rows = [...paying, theme.scatter?.pays, theme.scatter?.freeSpins.awards].filter((row) => row !== undefined);
    for (const [three, four, five] of rows) expect(0 < three && three < four && four < five).toBe(true);
    for (const [i, better] of paying.slice(0, -1).entries()) {
      const worse = paying[i + 1];
      expect(better?.every((pays, count) => pays >= (worse?.[count] ?? Infinity))).toBe(true);
    }
  });

  it('has five reels of known symbols, whole pays, lines on the window and no line twice', () => {
    for (const strips of [theme.strips, theme.scatter?.freeSpins.strips ?? theme.strips]) {
      expect(strips).toHaveLength(REELS);
      expect(strips.every((strip) => strip.length >= ROWS)).toBe(true);
      expect(strips.flat().filter((symbol) => !theme.symbols.includes(symbol))).toEqual([]);
    }
    expect(Object.values(theme.pays).flat().every((pays) => Number.isInteger(pays))).toBe(true);
    expect(theme.lines.flat().every((row) => Number.isInteger(row) && row >= 0 && row < ROWS)).toBe(true);
    expect(new Set(theme.lines.map((line) => line.join())).size).toBe(theme.lines.length);
  });

  it('never shows two scatters on one reel, so that counts of 3, 4 and 5 are all there are', () => {
    const most = Math.max(...countSpins(theme, theme.strips).map(({ scatters }) => scatters));
    expect(most).toBeLessThanOrEqual(REELS);
  });

  it('returns and hits as declared when played through the platform path, within 99 %', () => {
    const engine = engines.get(theme.gameId);
    if (!engine) throw new Error(`no engine for ${theme.gameId}`);
    const serverSeed = '0123456789abcdef'.repeat(4);
    const stake = kobo(1_000);
    const rounds = 120_000;
    let [won, hits] = [0, 0];
    for (let nonce = 0; nonce < rounds; nonce += 1) {
      const answer = engine.playUnchecked({ stake, bet: {}, draws: drawsFrom({ serverSeed, clientSeed: 'monte-carlo', nonce }) });
      if (!answer.ok) throw new Error(answer.code);
      if (nonce < 500) expect(slotOutcome.safeParse(answer.outcome).success).toBe(true);
      won += answer.win;
      if (answer.win > 0) hits += 1;
    }
    const [rtp, hitRate] = [fractionToNumber(sheet.rtp), fractionToNumber(sheet.hitRate)];
    const margin = (Z_99 * Math.sqrt(fractionToNumber(sheet.variance))) / Math.sqrt(rounds);
    const measured = won / (rounds * stake);
    console.log(`${theme.name}: ${rounds} rounds, seed ${serverSeed}: returned ${measured.toFixed(4)}, expected ${rtp.toFixed(4)} ± ${margin.toFixed(4)}`);
    expect(Math.abs(measured - rtp)).toBeLessThan(margin);
    expect(Math.abs(hits / rounds - hitRate)).toBeLessThan(Z_99 * Math.sqrt((hitRate * (1 - hitRate)) / rounds));
  }, 60_000);
});

describe('the table of engines', () => {
  const draws = drawsFrom({ serverSeed: 'e'.repeat(64), clientSeed: 'table', nonce: 0 });

  it('finds every engine by its game', () => {
    expect([...engines.keys()]).toEqual(['adire-gold']);
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
