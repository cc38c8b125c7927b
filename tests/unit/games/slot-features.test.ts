import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../src/core/fairness/draws';
import { playSlots } from '../../../src/core/games/slots/slots';
import type { SlotOutcome } from '../../../src/core/games/slots/slots';
import { REELS } from '../../../src/core/games/slots/theme';
import { kobo, multiplyFloor } from '../../../src/core/money';
import { isMultiplied, expandedReels, lineMultiplier, wildNote } from '../../../src/games/slots/features';
import { headWords } from '../../../src/games/slots/head';
import { winTexts } from '../../../src/games/slots/win-texts';
import { ruleSentences } from '../../../src/games/slots/rule-sentences';
import { scenesOf, announcedSpinCount } from '../../../src/games/slots/scenes';
import { DRESSED, dressed } from './slot-themes';
import type { Dressed } from './slot-themes';

const STAKE = kobo(10_000);
const MOST_TRIES = 40_000;

function roundWhere({ theme }: Dressed, fits: (round: SlotOutcome) => boolean): SlotOutcome {
  const serverSeed = 'a1'.repeat(32);
  for (let nonce = 0; nonce < MOST_TRIES; nonce += 1) {
    const round = playSlots(theme, drawsFrom({ serverSeed, clientSeed: 'features', nonce }));
    if (fits(round)) return round;
  }
  throw new Error(`${theme.name}: no such round among the first ${MOST_TRIES}`);
}

const rulesOf = ({ theme, names }: Dressed): string => ruleSentences(theme, names).join(' ');
const wordsOf = ({ theme, names }: Dressed, round: SlotOutcome): readonly string[] => winTexts(theme, names, round, STAKE);

/** The heads of all scenes of a round: as its reels turn, and as they stand. */
function headsOf({ theme, names }: Dressed, round: SlotOutcome): readonly (readonly [turning: string, standing: string])[] {
  const head = (scene: ReturnType<typeof scenesOf>[number], isTurning: boolean) =>
    headWords(theme, names, { scene, isTurning }, (shownSpins) => announcedSpinCount(theme, round, shownSpins), (pays) => `<${pays}>`);
  return scenesOf(round).map((scene) => [head(scene, true), head(scene, false)]);
}

describe.each(DRESSED)('the rules of $gameId', (slot) => {
  const { theme, names } = slot;
  const free = theme.scatter?.freeSpins ?? null;

  it('name the lines, every feature and its real numbers', () => {
    const text = rulesOf(slot);
    expect(text).toContain(`divided evenly over ${theme.lines.length} lines`);
    expect(text.includes('from the right')).toBe(theme.runs === 'both-ways');
    expect(text.includes('neighbours')).toBe(theme.runs === 'anywhere');
    expect(text.includes('makes its whole reel wild')).toBe(theme.wildExpands === true);
    if (theme.wildMultiplier !== undefined) expect(text).toContain(`pays ${theme.wildMultiplier}×`);
    if (theme.scatter !== null) expect(text).toContain(`Three or more ${names[theme.scatter.symbol]?.[1] ?? 'no name'}`);
    if (free !== null) {
      expect(text).toContain(`${free.awards.join(', ').replace(/, (\d+)$/, ' or $1')} free spins`);
      expect(text).toContain(`lines pay ${free.multiplier}×`);
    }
    expect(text.includes('1× more in each that follows')).toBe(free?.climbs === true);
    if (free?.again !== undefined) expect(text).toContain(`win ${free.again.join(', ').replace(/, (\d+)$/, ' or $1')} more`);
    expect(text.includes('free spins')).toBe(free !== null);
    const reels = theme.strips.flatMap((strip, reel) => (theme.wild !== null && strip.includes(theme.wild) ? [reel + 1] : []));
    if (reels.length > 0 && reels.length < REELS) expect(text).toMatch(new RegExp(`is only on reels? ${reels.join(', ').replace(/, (\d+)$/, ' and $1')}`));
  });

  it('and the texts about wins use none of the engine’s own names', () => {
    const round = roundWhere(slot, ({ wins }) => wins.length > 1);
    for (const words of wordsOf(slot, round)) expect(words).toMatch(/^Line \d+: \d .+, ₦[\d,.]+$|^\d .+, ₦[\d,.]+$/);
  });

  it('tell amounts that add up to the win', () => {
    const round = roundWhere(slot, ({ wins, freeSpins }) => wins.length > 0 && (free === null || freeSpins.length > 0));
    const amounts = wordsOf(slot, round).map((text) => Number((/₦([\d,.]+)$/.exec(text)?.[1] ?? 'NaN').replaceAll(',', '')) * 100);
    expect(Math.round(amounts.reduce((sum, amount) => sum + amount, 0))).toBe(multiplyFloor(STAKE, round.total, round.lines));
  });

  it('are shown, and the line above the reels names no result while they turn', () => {
    const round = roundWhere(slot, ({ total, freeSpins }) => total > 0 && (free === null || freeSpins.length > 0));
    const [[turning] = ['']] = headsOf(slot, round);
    expect(turning).toMatch(/^\d+ lines, all in play$/);
  });
});

describe('the neon wild of Lagos Nights', () => {
  const slot = dressed('lagos-nights');

  it('is named beside the win that it multiplied, and above the reels', () => {
    const round = roundWhere(slot, (each) => each.wins.some((win) => isMultiplied(slot.theme, each, win)));
    expect(wordsOf(slot, round).join()).toMatch(/Line \d+: \d \w[\w ]* with neon sign at 3×, ₦/);
    expect(headsOf(slot, round)).toEqual([['20 lines, all in play', 'Neon sign: pays 3×']]);
  });

  it('is not named where it was no part of the win', () => {
    const round = roundWhere(slot, (each) => each.wins.length > 0 && !each.wins.some((win) => isMultiplied(slot.theme, each, win)));
    expect(wordsOf(slot, round).join()).not.toContain('neon');
    expect(wildNote(slot.theme, slot.names, round)).toBeNull();
  });
});

describe('runs that do not start on the left', () => {
  it('are told as from the right at Talking Drum', () => {
    const slot = dressed('talking-drum');
    const round = roundWhere(slot, ({ wins }) => wins.some(({ from = 0 }) => from > 0));
    expect(wordsOf(slot, round).join()).toMatch(/\d [\w ]+ from the right, ₦/);
  });

  it('are told with their first reel at Suya Spot', () => {
    const slot = dressed('suya-spot');
    const round = roundWhere(slot, ({ wins }) => wins.some(({ from = 0, count }) => from === 1 && from + count < REELS));
    expect(wordsOf(slot, round).join()).toMatch(/3 [\w ]+ from reel 2, ₦/);
  });
});

describe('the wind of Harmattan', () => {
  const slot = dressed('harmattan');

  it('fills the reels it is on, and no other', () => {
    const two = roundWhere(slot, ({ window }) => window.filter((column) => column.includes('wind')).length === 2);
    expect(expandedReels(slot.theme, two.window)).toEqual([2, 3]);
    expect(headsOf(slot, two)).toEqual([['10 lines, all in play', 'Harmattan wind fills reels 3 and 4']]);
    const one = roundWhere(slot, ({ window }) => window.filter((column) => column.includes('wind')).length === 1);
    expect(wildNote(slot.theme, slot.names, one)).toMatch(/^Harmattan wind fills reel [34]$/);
    const none = roundWhere(slot, ({ window }) => !window.flat().includes('wind'));
    expect(wildNote(slot.theme, slot.names, none)).toBeNull();
  });
});

describe('the rules word for word', () => {
  it.each([
    ['lagos-nights', 'The neon sign is only on reels 2, 3 and 4. A win that the neon sign is part of pays 3×.'],
    ['harmattan', 'The harmattan wind is only on reels 3 and 4. The harmattan wind makes its whole reel wild before the lines are read.'],
    ['nollywood-reel', 'The star is only on reel 4, and in free spins on reels 2, 3 and 4. Three or more slates anywhere win 6, 8 or 10 free spins.'],
    ['calabar-carnival', 'three or more floats in them win 2, 4 or 6 more, which win none.'],
    ['zuma-rock', 'Three or more eagles pay wherever they are.'],
    ['talking-drum', 'The talking drum is only on reels 2, 3 and 4.'],
    ['suya-spot', 'Equal symbols pay where three or more of them are neighbours on a line'],
  ])('of %s', (gameId, words) => expect(rulesOf(dressed(gameId))).toContain(words));
});

describe('free spins above the reels', () => {
  it('climb at Nollywood Reel: each says what it pays', () => {
    const slot = dressed('nollywood-reel');
    const round = roundWhere(slot, ({ freeSpins }) => freeSpins.length === 6);
    const heads = headsOf(slot, round);
    expect(heads[0]?.[1]).toBe('6 free spins, each pays more');
    expect(heads.slice(1).map(([, standing]) => standing.split(' · ')[0])).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `Spin ${number} of 6 at ${number}×`),
    );
    expect([0, 1, 6].map((number) => lineMultiplier(slot.theme, number))).toEqual([1, 1, 6]);
    expect(heads.at(-1)?.[1]).toContain(`<${round.total}> so far`);
  });

  it('are counted at Calabar Carnival, further ones only after they were won', () => {
    const slot = dressed('calabar-carnival');
    const round = roundWhere(slot, ({ freeSpins, scatters }) => scatters === 3 && freeSpins.length > 6);
    const counts = headsOf(slot, round).slice(1).map(([turning]) => /of (\d+)/.exec(turning)?.[1]);
    expect(counts[0]).toBe('6');
    expect(counts.at(-1)).toBe(String(round.freeSpins.length));
    expect(headsOf(slot, round)[0]?.[1]).toBe('6 free spins, lines pay 2×');
  });
});
