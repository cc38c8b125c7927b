import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../../src/core/fairness/draws';
import { replayByWebCrypto } from '../../../../src/core/fairness/verify-webcrypto';
import { readRuns } from '../../../../src/core/games/slots/line';
import { countSpins } from '../../../../src/core/games/slots/count-spins';
import { playSlots, readSpin, slotOutcome, slotsEngine } from '../../../../src/core/games/slots/slots';
import { SLOT_THEMES } from '../../../../src/core/games/slots/themes';
import type { SlotTheme } from '../../../../src/core/games/slots/theme';
import { kobo } from '../../../../src/core/money';
import { isLong } from '../../../support/seeds';
import { referenceRound, referenceRuns, referenceSpin } from './reference-slots';

interface Vector {
  readonly gameId: string;
  readonly nonce: number;
  /** Stops of the paid spin and of each free spin, then what each pays. */
  readonly stops: readonly (readonly number[])[];
  readonly pays: readonly number[];
  readonly total: number;
}

const { serverSeed, clientSeed, vectors } = JSON.parse(
  readFileSync(new URL('slot-vectors.json', import.meta.url), 'utf8'),
) as { serverSeed: string; clientSeed: string; vectors: Vector[] };

/** Pays of every line of five symbols by the reference; the symbols are the digits of the index. */
function referenceTable(theme: SlotTheme, each: (symbols: readonly string[], pays: number) => void): Int32Array {
  const base = theme.symbols.length;
  const table = new Int32Array(base ** 5);
  for (let index = 0; index < table.length; index += 1) {
    const digits = index.toString(base).padStart(5, '0');
    const symbols = Array.from(digits, (digit) => theme.symbols[Number.parseInt(digit, base)] ?? '');
    table[index] = referenceRuns(theme, symbols).reduce((sum, { pays }) => sum + pays, 0);
    each(symbols, table[index] ?? 0);
  }
  return table;
}

/** `weights[row][symbol]`: stops of a reel that show the symbol in that row, expanded wilds included. */
function rowWeights(theme: SlotTheme, strip: readonly string[]): number[][] {
  const rows = [0, 1, 2].map(() => theme.symbols.map(() => 0));
  for (const stop of strip.keys()) {
    const shown = [0, 1, 2].map((row) => strip[(stop + row) % strip.length] ?? '');
    const filler = theme.wildExpands && theme.wild !== null && shown.includes(theme.wild) ? theme.wild : null;
    rows.forEach((row, at) => {
      const symbol = theme.symbols.indexOf(filler ?? shown[at] ?? '');
      row[symbol] = (row[symbol] ?? 0) + 1;
    });
  }
  return rows;
}

/**
 * Returns the pays of all lines over all combinations of stops, by linearity of expectation: each line by itself, as a sum over its
 * sequences of symbols. It shares only the theme's data with the enumeration.
 */
function paidByLinearity(theme: SlotTheme, strips: readonly (readonly string[])[], table: Int32Array): number {
  const reels = strips.map((strip) => rowWeights(theme, strip));
  const found = new Map<string, number>();
  let all = 0;
  for (const line of theme.lines) {
    const weights = line.map((row, reel) => reels[reel]?.[row] ?? []);
    const name = JSON.stringify(weights);
    let sum = found.get(name);
    if (sum === undefined) {
      const walk = (reel: number, prefix: number, ways: number): number => {
        const here = weights[reel];
        if (here === undefined) return ways * (table[prefix] ?? 0);
        return here.reduce((part, weight, symbol) => (weight === 0 ? part : part + walk(reel + 1, prefix * here.length + symbol, ways * weight)), 0);
      };
      sum = walk(0, 0, 1);
      found.set(name, sum);
    }
    all += sum;
  }
  return all;
}

describe.each(SLOT_THEMES)('the mapper of $name', (theme) => {
  // All themes go through the same code, and the par sheets hold each to its figures: the ordinary run takes each second one.
  if (isLong || SLOT_THEMES.indexOf(theme) % 2 === 0) it('reads every line of five symbols as the reference does, and all lines together pay what linearity says', () => {
    let [nth, differing] = [0, 0];
    const table = referenceTable(theme, (symbols, pays) => {
      nth += 1;
      // The enumeration below reads every line as the app does, too; here the ordinary run reads one of four.
      if (!isLong && nth % 4 !== 0) return;
      const read = readRuns(theme, symbols).reduce((sum, hit) => sum + hit.pays, 0);
      if (read !== pays) differing += 1;
    });
    expect(differing).toBe(0);
    for (const strips of new Set([theme.strips, theme.scatter?.freeSpins?.strips ?? theme.strips])) {
      const counted = countSpins(theme, strips).reduce((sum, { linePays, combinations }) => sum + BigInt(linePays) * combinations, 0n);
      expect(BigInt(paidByLinearity(theme, strips, table))).toBe(counted);
    }
  });

  it('maps any stops to the window, wins and scatters of the reference, paid and free', () => {
    const stopsOf = (strips: readonly (readonly string[])[]) => fc.tuple(...strips.map((strip) => fc.nat(strip.length - 1)));
    const feature = theme.scatter?.freeSpins ?? null;
    fc.assert(
      fc.property(stopsOf(theme.strips), (stops) => {
        expect(readSpin(theme, stops)).toEqual(referenceSpin(theme, theme.strips, stops, 1, true));
      }),
      { numRuns: 300 },
    );
    if (feature === null) return;
    fc.assert(
      fc.property(stopsOf(feature.strips), fc.nat(9), (stops, number) => {
        const times = feature.multiplier + (feature.climbs ? number : 0);
        expect(readSpin(theme, stops, 'free', number)).toEqual(referenceSpin(theme, feature.strips, stops, times, false));
      }),
      { numRuns: 200 },
    );
  });

  it('decides the golden rounds as they are written down, by both readings and both draws', async () => {
    const mine = vectors.filter(({ gameId }) => gameId === theme.gameId);
    expect(mine.length).toBeGreaterThanOrEqual(4);
    if (theme.scatter?.freeSpins) expect(mine.some(({ stops }) => stops.length > 1)).toBe(true);
    for (const { nonce, stops, pays, total } of mine) {
      const seeds = { serverSeed, clientSeed, nonce };
      const outcome = playSlots(theme, drawsFrom(seeds));
      const spins = [outcome, ...outcome.freeSpins];
      expect(spins.map((spin) => spin.stops)).toEqual(stops);
      expect(spins.map((spin) => spin.pays)).toEqual(pays);
      expect(outcome.total).toBe(total);
      expect(await replayByWebCrypto(crypto.subtle, seeds, (draws) => referenceRound(theme, draws))).toEqual(outcome);
      expect(slotOutcome.parse(JSON.parse(JSON.stringify(outcome)))).toEqual(outcome);
      const stake = kobo(1_000);
      expect(slotsEngine(theme).play({ stake, bet: {}, draws: drawsFrom(seeds) }).win).toBe((stake * total) / theme.lines.length);
    }
  });
});

describe('free spins won by free spins', () => {
  it('are played last, and are in the golden rounds of a theme that has them', () => {
    for (const theme of SLOT_THEMES.filter(({ scatter }) => scatter?.freeSpins?.again)) {
      const feature = theme.scatter?.freeSpins;
      const awards: readonly number[] = feature?.awards ?? [];
      expect(vectors.some(({ gameId, stops }) => gameId === theme.gameId && stops.length > 1 && !awards.includes(stops.length - 1))).toBe(true);
    }
  });
});
