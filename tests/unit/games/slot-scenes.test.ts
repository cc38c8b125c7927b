import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../src/core/fairness/draws';
import { adireGold, adireGoldEngine } from '../../../src/core/games/slots/adire-gold';
import { calabarCarnival } from '../../../src/core/games/slots/calabar-carnival';
import { readSpin, reelWindow } from '../../../src/core/games/slots/slots';
import type { SlotOutcome } from '../../../src/core/games/slots/slots';
import { SLOT_THEMES } from '../../../src/core/games/slots/themes';
import { REELS } from '../../../src/core/games/slots/theme';
import { kobo, multiplyFloor } from '../../../src/core/money';
import { SYMBOL_NAMES } from '../../../src/games/adire-gold/names';
import { winTexts } from '../../../src/games/slots/win-texts';
import { ruleSentences } from '../../../src/games/slots/rule-sentences';
import {
  LANDING_MS, OVERSHOOT, WHOLE_TURN_MS, announcedSpinCount, paidCells, restingWindow, scenesOf, turnKeyframes, turnMs, turningReel,
} from '../../../src/games/slots/scenes';

/** The platform refuses rounds that follow faster. */
const SHORTEST_CYCLE_MS = 2_500;
const STAKE = kobo(10_000);

/** The round of a server seed that begins with `n`. */
function roundOf(n: number): SlotOutcome {
  const serverSeed = n.toString(16).padStart(64, '0');
  return adireGoldEngine.play({ stake: STAKE, bet: {}, draws: drawsFrom({ serverSeed, clientSeed: 'a', nonce: 0 }) }).outcome;
}

function roundWhere(fits: (round: SlotOutcome) => boolean): SlotOutcome {
  for (let n = 0; n < 20_000; n += 1) {
    const round = roundOf(n);
    if (fits(round)) return round;
  }
  throw new Error('no such round among the first 20,000');
}

const withFreeSpins = roundWhere(({ freeSpins, wins }) => freeSpins.length > 0 && wins.length > 0);
const blank = roundWhere(({ total }) => total === 0);

describe('the scenes of a round of slots', () => {
  it('is one scene for a round without free spins, and it is not held', () => {
    expect(scenesOf(blank)).toEqual([{ spin: blank, mode: 'paid', number: 0, paidSoFar: 0, holdMs: 0 }]);
  });

  it('shows every free spin after the paid one, in their order, and counts up to what the round pays', () => {
    const scenes = scenesOf(withFreeSpins);
    expect(scenes.map(({ number }) => number)).toEqual(Array.from({ length: withFreeSpins.freeSpins.length + 1 }, (_, at) => at));
    expect(scenes.slice(1).map(({ spin }) => spin)).toEqual(withFreeSpins.freeSpins);
    expect(scenes.at(-1)?.paidSoFar).toBe(withFreeSpins.total);
    expect(scenes.slice(0, -1).every(({ holdMs }) => holdMs > 0)).toBe(true);
  });

  it('turns the reels shorter than the shortest cycle, one after another, as long for every result', () => {
    expect(WHOLE_TURN_MS).toBeLessThan(SHORTEST_CYCLE_MS);
    expect(WHOLE_TURN_MS).toBe(turnMs(REELS - 1));
    expect(turnMs(0)).toBeLessThan(turnMs(1));
  });

  it('shows the real symbols of the strip: the new window, the symbols that pass before it, and the old window', () => {
    const [strip = []] = adireGold.strips;
    const before = ['dot', 'ring', 'star'];
    const stop = strip.length - 1;
    const reel = turningReel(strip, stop, 0, before);
    expect(reel.slice(0, 3)).toEqual(reelWindow(strip, stop));
    expect(reel.slice(-3)).toEqual(before);
    expect(reel.slice(0, -3)).toEqual(Array.from({ length: reel.length - 3 }, (_, at) => strip[(stop + at) % strip.length]));
  });

  it('passes as many symbols for a win as for a blank', () => {
    const lengthOf = (round: SlotOutcome) =>
      adireGold.strips.map((strip, reel) => turningReel(strip, round.stops[reel] ?? 0, reel, ['', '', '']).length);
    expect(lengthOf(withFreeSpins)).toEqual(lengthOf(blank));
  });

  it('moves and stops each reel alike for every result, whatever its symbols are', () => {
    const moves = (round: SlotOutcome) =>
      adireGold.strips.map((strip, reel) => {
        const cells = turningReel(strip, round.stops[reel] ?? 0, reel, ['', '', '']).length;
        return { stopsAfterMs: turnMs(reel), keyframes: turnKeyframes(reel, cells) };
      });
    const rounds = Array.from({ length: 60 }, (_, n) => roundOf(n));
    expect(new Set([withFreeSpins, blank, ...rounds].map((round) => JSON.stringify(moves(round)))).size).toBe(1);
  });

  it('pulls a reel back, lets it streak, and lands it within about half a second, at most 4 % of the reel past its place', () => {
    expect(LANDING_MS).toBeGreaterThanOrEqual(450);
    expect(LANDING_MS).toBeLessThanOrEqual(650);
    expect(OVERSHOOT / 3).toBeLessThanOrEqual(0.04);
    for (let reel = 0; reel < REELS; reel += 1) {
      const cells = 12 + reel;
      const places = turnKeyframes(reel, cells).map(({ transform }) => (Number(/-?[\d.]+/.exec(String(transform))?.[0]) * cells) / -100);
      const [start = 0, pulled = 0, streaked = 0, over = 0, end = 0] = places;
      expect(start).toBeCloseTo(cells - 3);
      expect(pulled).toBeGreaterThan(start);
      expect(streaked).toBeCloseTo(3);
      expect(over).toBeCloseTo(-OVERSHOOT);
      expect(end).toBeCloseTo(0);
    }
  });

  it('moves reels by transforms and opacity alone', () => {
    for (const frame of turnKeyframes(2, 14)) expect(Object.keys(frame).toSorted()).toEqual(['easing', 'offset', 'opacity', 'transform']);
  });

  it('shows three symbols a reel before anything was played', () => {
    expect(restingWindow(adireGold).map((column) => column.length)).toEqual([3, 3, 3, 3, 3]);
  });

  it('marks the cells of the lines that paid and of scatters that paid, and none of a blank', () => {
    expect(paidCells(adireGold, blank).size).toBe(0);
    const cells = paidCells(adireGold, withFreeSpins);
    for (const { line, count } of withFreeSpins.wins) {
      for (let reel = 0; reel < count; reel += 1) expect(cells).toContain(`${reel}:${adireGold.lines[line]?.[reel]}`);
    }
    withFreeSpins.window.forEach((column, reel) =>
      column.forEach((symbol, row) => symbol === 'pot' && expect(cells).toContain(`${reel}:${row}`)),
    );
  });

  it('does not mark scatters that pay nothing', () => {
    const spin = { ...readSpin(adireGold, [0, 0, 0, 0, 0]), scatters: 1, scatterPays: 0, wins: [] };
    expect(paidCells(adireGold, spin).size).toBe(0);
  });
});

describe('what paid, in words', () => {
  it('is empty for a blank and for what is no outcome of this game', () => {
    expect(winTexts(adireGold, SYMBOL_NAMES, blank, STAKE)).toEqual([]);
    expect(winTexts(adireGold, SYMBOL_NAMES, { roll: 12 }, STAKE)).toEqual([]);
  });

  it('names lines, scatters and free spins with amounts that add up to the win', () => {
    const words = winTexts(adireGold, SYMBOL_NAMES, withFreeSpins, STAKE);
    const named = words.map((text) => Number((/₦([\d,.]+)$/.exec(text)?.[1] ?? 'NaN').replaceAll(',', '')) * 100);
    const sum = named.reduce((total, amount) => total + amount, 0);
    expect(Math.round(sum)).toBe(multiplyFloor(STAKE, withFreeSpins.total, withFreeSpins.lines));
    expect(words.at(-1)).toMatch(/^\d+ free spins, ₦/);
  });
});

describe('what the other themes add', () => {
  it('tells free spins that a free spin won after it was shown, and never more than there are', () => {
    const shows = (scatters: number) => ({ ...blank, scatters });
    const six = [shows(0), shows(3), shows(0), shows(0), shows(4), shows(0)];
    const round: SlotOutcome = { ...blank, scatters: 3, freeSpins: [...six, ...Array.from({ length: 6 }, () => shows(5))] };
    const countAfter = (shownSpins: number) => announcedSpinCount(calabarCarnival, round, shownSpins);
    expect([0, 1, 2, 3, 4, 5, 6, 7, 12].map(countAfter)).toEqual([6, 6, 8, 8, 8, 12, 12, 12, 12]);
    expect(announcedSpinCount(adireGold, withFreeSpins, 0)).toBe(withFreeSpins.freeSpins.length);
    expect(announcedSpinCount(adireGold, blank, 0)).toBe(0);
  });

  it('marks a run where it lies, also when it does not start on the first reel', () => {
    const spin = { ...blank, wins: [{ line: 0, symbol: 'dot', count: 3, pays: 5, from: 2 }] };
    expect([...paidCells(adireGold, spin)]).toEqual(['2:1', '3:1', '4:1']);
  });

  it('is said in rules that differ from theme to theme', () => {
    const rules = SLOT_THEMES.map((theme) => ruleSentences(theme, {}).join(' '));
    expect(new Set(rules).size).toBe(SLOT_THEMES.length);
    expect(rules[0]).toContain('8, 10 or 12 free spins. They turn on richer reels, lines pay 2×, and they win no further free spins.');
    expect(rules.join()).not.toMatch(/undefined|null|NaN/);
  });
});
