/**
 * The checker that stands alone (`tests/checker`, which knows the published par sheets and nothing of the programs) against the engines,
 * with real draws, on many rounds of each game and as many more as it takes to see everything that a game has.
 */
import { describe, expect, it } from 'vitest';
import { PAR_SHEETS } from '../../../server/games/par-sheets';
import { commitOf, drawsFrom } from '../../../src/core/fairness/draws';
import type { BlackjackView } from '../../../src/core/games/blackjack';
import { DICE_UNDER } from '../../../src/core/games/dice';
import type { DiceOutcome } from '../../../src/core/games/dice';
import { minesEngine } from '../../../src/core/games/mines';
import type { MinesView } from '../../../src/core/games/mines';
import { PLINKO_RISKS } from '../../../src/core/games/plinko';
import type { PlinkoOutcome } from '../../../src/core/games/plinko';
import { engines, steppedEngines } from '../../../src/core/games/registry';
import { SPOTS } from '../../../src/core/games/roulette';
import type { RouletteOutcome } from '../../../src/core/games/roulette';
import { RULES_VERSIONS } from '../../../src/core/games/rules/versions';
import type { SlotOutcome } from '../../../src/core/games/slots/slots';
import { SLOT_THEMES } from '../../../src/core/games/slots/themes';
import type { SlotTheme } from '../../../src/core/games/slots/theme';
import { kobo } from '../../../src/core/money';
import { expandedReels, isMultiplied } from '../../../src/games/slots/features';
import { checkRound, versionOf } from '../../checker/check';
import { commitOf as checkedCommit } from '../../checker/draws';
import type { CheckedResult, CheckedRound } from '../../checker/round';
import { isLong, randomFrom, seedOf } from '../../support/seeds';
import type { Random } from '../../support/seeds';

const ROUNDS = isLong ? 1_000 : 200;
/** The test plays up to so many rounds until every rare feature has occurred. */
const MOST_ROUNDS = 60_000;
const NAIRA = 100;

interface Played {
  readonly round: CheckedRound;
  readonly result: CheckedResult;
  /** The features of the game that occurred in the round, so that the test can require each one. */
  readonly features: readonly string[];
}

type Play = (round: Omit<CheckedRound, 'bet' | 'stake' | 'actions' | 'abandoned'>, random: Random) => Played;

const hexOf = (random: Random): string => Array.from({ length: 64 }, () => random.below(16).toString(16)).join('');
/** Any printable sign but the space, and behind one, for three in four, the part of a bet. */
const clientSeedOf = (random: Random): string =>
  Array.from({ length: 1 + random.below(64) }, () => String.fromCharCode(0x21 + random.below(0x5e))).join('') +
  (random.chance(0.75) ? ` ${hexOf(random).slice(32)}` : '');

function ofOneStep(
  round: CheckedRound,
  shownOf: (outcome: unknown) => CheckedResult['shown'],
  featuresOf: (outcome: unknown, win: number) => readonly string[],
): Played {
  const answer = engines.get(round.gameId)?.playUnchecked({ stake: kobo(round.stake), bet: round.bet, draws: drawsFrom(round) });
  if (answer?.ok !== true) throw new Error(`${round.gameId} refused ${JSON.stringify(round)}: ${answer?.code ?? 'no engine'}`);
  const { outcome, win } = answer;
  return { round, result: { win: BigInt(win), staked: BigInt(round.stake), shown: shownOf(outcome) }, features: featuresOf(outcome, win) };
}

function slotFeatures(theme: SlotTheme, outcome: SlotOutcome): string[] {
  const { scatter } = theme;
  const { freeSpins, scatters, wins } = outcome;
  const won = freeSpins.length > 0 ? (scatter?.freeSpins?.awards[scatters - 3] ?? 0) : 0;
  return [
    ...(wins.length > 0 ? ['a line that pays'] : []),
    ...(wins.some(({ from }) => from !== undefined) ? ['a run that starts later'] : []),
    ...(wins.some((win) => isMultiplied(theme, outcome, win)) ? ['a win that a wild multiplies'] : []),
    ...(wins.length > 0 && expandedReels(theme, outcome.window).length > 0 ? ['a wild that fills its reel'] : []),
    ...(freeSpins.filter(({ pays }) => pays > 0).length > 1 ? ['several free spins that pay'] : []),
    ...(scatters >= 3 ? ['scatters that pay'] : []),
    ...(freeSpins.length > 0 ? ['free spins'] : []),
    ...(freeSpins.length > won ? ['free spins that win free spins'] : []),
  ];
}

const playSlot = (theme: SlotTheme): Play => (seeds, random) =>
  ofOneStep(
    { ...seeds, stake: theme.lines.length * (1 + random.below(2_000)), bet: {}, actions: [], abandoned: false },
    (outcome) => [outcome as SlotOutcome, ...(outcome as SlotOutcome).freeSpins].map(({ stops }) => stops),
    (outcome) => slotFeatures(theme, outcome as SlotOutcome),
  );

interface Stepped {
  readonly played: CheckedRound;
  readonly view: unknown;
  readonly result: Omit<CheckedResult, 'shown'>;
}

/** `next` returns null where the player leaves the round. */
function ofSteps(round: CheckedRound, next: (view: unknown) => Readonly<Record<string, unknown>> | null): Stepped {
  const engine = steppedEngines.get(round.gameId);
  const actions: Readonly<Record<string, unknown>>[] = [];
  for (let abandoned = false; ; ) {
    const answer = engine?.runUnchecked({ stake: kobo(round.stake), bet: round.bet, draws: drawsFrom(round), actions, abandoned });
    if (answer?.ok !== true) throw new Error(`${round.gameId} refused ${JSON.stringify(actions)}: ${answer?.code ?? 'no engine'}`);
    const { view, win, staked } = answer;
    if (answer.isOver) return { played: { ...round, actions, abandoned }, view, result: { win: BigInt(win), staked: BigInt(staked) } };
    const action = next(view);
    if (action === null) abandoned = true;
    else actions.push(action);
  }
}

const LEAVES = 0.05;

const playMines: Play = (seeds, random) => {
  const mines = 1 + random.below(24);
  const stake = minesEngine.stakeStep * (1 + random.below(500));
  // Some players go on until the round ends by itself.
  const patience = random.chance(0.3) ? 0 : 0.2;
  const { played, view, result } = ofSteps({ ...seeds, stake, bet: { mines }, actions: [], abandoned: false }, (raw) => {
    const { opened } = raw as MinesView;
    if (random.chance(LEAVES)) return null;
    if (opened.length > 0 && random.chance(patience)) return { kind: 'cash-out' };
    return { kind: 'open', cell: random.pick(Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => !opened.includes(cell))) };
  });
  const { laid, opened } = view as MinesView;
  const last = played.actions.at(-1)?.['kind'];
  const isByItself = !played.abandoned && last === 'open' && result.win > 0n;
  return {
    round: played,
    result: { ...result, shown: [laid ?? []] },
    features: [
      ...(played.abandoned ? [opened.length === 0 ? 'left with nothing opened' : 'left with fields opened'] : []),
      ...(last === 'cash-out' ? ['cashed out'] : []),
      ...(last === 'open' && result.win === 0n ? ['a mine'] : []),
      ...(isByItself ? [opened.length === 25 - mines ? 'every safe field opened' : 'ended by the largest win'] : []),
    ],
  };
};

const playBlackjack: Play = (seeds, random) => {
  const stake = NAIRA * (1 + random.below(1_000));
  const { played, view, result } = ofSteps({ ...seeds, stake, bet: {}, actions: [], abandoned: false }, (raw) => {
    const { can } = raw as BlackjackView;
    if (random.chance(LEAVES)) return null;
    return { kind: can.includes('split') && random.chance(0.6) ? 'split' : random.pick(can) };
  });
  const { hands, dealer } = view as BlackjackView;
  const kinds = played.actions.map(({ kind }) => String(kind));
  return {
    round: played,
    result: { ...result, shown: [dealer, ...hands.map(({ cards }) => cards)] },
    features: [
      ...kinds,
      ...(hands.length === 2 && hands.every(({ isDoubled }) => isDoubled) ? ['both hands doubled'] : []),
      ...(hands.length === 2 && (hands[0]?.cards[0] ?? 1) % 13 === 0 ? ['aces split'] : []),
      ...(played.abandoned ? [hands.length === 2 ? 'left after a split' : 'left'] : []),
      ...(kinds.length === 0 && !played.abandoned ? [result.win > 0n ? 'a blackjack of the player' : 'a blackjack of the dealer'] : []),
      ...(kinds.length === 0 && result.win === result.staked ? ['two blackjacks'] : []),
      ...(result.win === result.staked ? ['equal points'] : []),
    ],
  };
};

const TABLES: Readonly<Record<string, { readonly play: Play; readonly mustSee: readonly string[] }>> = {
  roulette: {
    play: (seeds, random) => {
      const spots = [...new Set(Array.from({ length: 1 + random.below(12) }, () => random.pick([...SPOTS.keys()])))];
      const bets = spots.map((spot) => ({ spot, stake: NAIRA * (1 + random.below(40)) }));
      const stake = bets.reduce((sum, bet) => sum + bet.stake, 0);
      const number = (outcome: unknown) => (outcome as RouletteOutcome).number;
      return ofOneStep({ ...seeds, stake, bet: { bets }, actions: [], abandoned: false }, (outcome) => [[number(outcome)]], (outcome, win) => [
        ...(number(outcome) === 0 ? ['zero'] : []),
        ...((outcome as RouletteOutcome).wins.length > 1 ? ['several bets that pay'] : []),
        win > 0 ? 'a win' : 'nothing',
      ]);
    },
    mustSee: ['zero', 'several bets that pay', 'a win', 'nothing'],
  },
  dice: {
    play: (seeds, random) => {
      const under = random.chance(0.2) ? DICE_UNDER.min + random.below(200) : DICE_UNDER.min + random.below(DICE_UNDER.max);
      const stake = 10_000 * (1 + random.below(50));
      const round = { ...seeds, stake, bet: { under }, actions: [], abandoned: false };
      return ofOneStep(round, (outcome) => [[(outcome as DiceOutcome).roll]], (_, win) => [win > 0 ? 'a win' : 'nothing']);
    },
    mustSee: ['a win', 'nothing'],
  },
  plinko: {
    play: (seeds, random) => {
      const risk = random.pick(PLINKO_RISKS);
      const stake = NAIRA * (1 + random.below(500));
      const round = { ...seeds, stake, bet: { risk }, actions: [], abandoned: false };
      return ofOneStep(round, (outcome) => [(outcome as PlinkoOutcome).path], (outcome) => [`bucket ${(outcome as PlinkoOutcome).bucket}`]);
    },
    mustSee: Array.from({ length: 13 }, (_, bucket) => `bucket ${bucket}`),
  },
  mines: {
    play: playMines,
    mustSee: ['left with nothing opened', 'left with fields opened', 'cashed out', 'a mine', 'every safe field opened', 'ended by the largest win'],
  },
  blackjack: {
    play: playBlackjack,
    mustSee: [
      'hit', 'stand', 'double', 'split', 'both hands doubled', 'aces split', 'left', 'left after a split', 'a blackjack of the player',
      'a blackjack of the dealer', 'two blackjacks', 'equal points',
    ],
  },
};

const mustSeeOf = (theme: SlotTheme): string[] => [
  'a line that pays',
  ...(theme.runs === undefined ? [] : ['a run that starts later']),
  ...(theme.wildMultiplier === undefined ? [] : ['a win that a wild multiplies']),
  ...(theme.wildExpands === undefined ? [] : ['a wild that fills its reel']),
  ...(theme.scatter === null ? [] : ['scatters that pay']),
  ...(theme.scatter?.freeSpins ? ['free spins', 'several free spins that pay'] : []),
  ...(theme.scatter?.freeSpins?.again ? ['free spins that win free spins'] : []),
];

const GAMES = [
  ...SLOT_THEMES.map((theme) => ({ gameId: theme.gameId, play: playSlot(theme), mustSee: mustSeeOf(theme) })),
  ...Object.entries(TABLES).map(([gameId, table]) => ({ gameId, ...table })),
];

describe('the checker that stands alone', () => {
  it('is tested with every game', () => {
    expect(GAMES.map(({ gameId }) => gameId).toSorted()).toEqual([...PAR_SHEETS.keys()].toSorted());
  });

  it.each(GAMES)('agrees with the platform on rounds of $gameId, and on one with each thing that the game has', { timeout: 180_000 }, ({ gameId, play, mustSee }) => {
    const random = randomFrom(seedOf(`the stand-alone checker, ${gameId}`));
    const sheet = PAR_SHEETS.get(gameId)!.text;
    expect(versionOf(sheet)).toBe(RULES_VERSIONS[gameId]);
    const counts = new Map<string, number>();
    let pair = { serverSeed: hexOf(random), clientSeed: clientSeedOf(random) };
    let rounds = 0;
    const isMissing = () => mustSee.some((thing) => !counts.has(thing));
    for (let nonce = 0; rounds < ROUNDS || isMissing(); nonce += 1) {
      if (rounds >= MOST_ROUNDS) throw new Error(`never saw all of: ${mustSee.filter((thing) => !counts.has(thing)).join(', ')}`);
      if (nonce === 50) [pair, nonce] = [{ serverSeed: hexOf(random), clientSeed: clientSeedOf(random) }, 0];
      const { round, result, features } = play({ gameId, ...pair, nonce }, random);
      for (const thing of features) counts.set(thing, (counts.get(thing) ?? 0) + 1);
      rounds += 1;
      // A further round is checked only when it has a feature that no round had before, because the check is slow.
      if (rounds > ROUNDS && features.every((thing) => (counts.get(thing) ?? 0) > 1)) continue;
      expect(checkRound(sheet, round), JSON.stringify(round)).toEqual(result);
      expect(checkedCommit(pair.serverSeed)).toBe(commitOf(pair.serverSeed));
    }
    console.info(`${gameId}: ${rounds} rounds; ${[...counts].map(([thing, times]) => `${times} × ${thing}`).join(', ')}`);
  });

  it('finds another win as soon as a pay or a strip of the sheet is another, or a seed', () => {
    const random = randomFrom(seedOf('the stand-alone checker, other rules'));
    const sheet = PAR_SHEETS.get('plinko')!.text;
    const { round, result } = TABLES['plinko']!.play({ gameId: 'plinko', serverSeed: hexOf(random), clientSeed: 'one', nonce: 0 }, random);
    const other = sheet.replaceAll(/\[800,[^\]]*\]|\[2500,[^\]]*\]|\[15000,[^\]]*\]/g, JSON.stringify(Array.from({ length: 13 }, () => 1)));
    expect(checkRound(sheet, round).win).toBe(result.win);
    expect(checkRound(other, round).win).not.toBe(result.win);
    const shownBy = (seed: string) => Array.from({ length: 20 }, (_, nonce) => checkRound(sheet, { ...round, serverSeed: seed, nonce }).shown);
    expect(shownBy(hexOf(random))).not.toEqual(shownBy(round.serverSeed));
  });

  it('refuses a sheet of another game, of another form, and a round that is not over', () => {
    const round = { serverSeed: 'a'.repeat(64), clientSeed: 'one', nonce: 0, stake: 10_000, bet: { mines: 1 }, actions: [], abandoned: false };
    expect(() => checkRound(PAR_SHEETS.get('dice')!.text, { ...round, gameId: 'mines' })).toThrow('the sheet is of dice');
    expect(() => checkRound('{"format":"ayo-par-sheet/1","method":"dice/2"}', { ...round, gameId: 'dice' })).toThrow('no method');
    expect(() => checkRound(PAR_SHEETS.get('mines')!.text, { ...round, gameId: 'mines' })).toThrow('not over');
  });
});
