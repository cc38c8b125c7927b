/**
 * Computes what one claim of a promotion costs the house and brings players. The platform uses it before a change is saved, and so does
 * `npm run promotions:cost`. Pure.
 */
import { fractionToNumber } from '../fraction';
import { addKobo, kobo, multiplyFloor, nairaToKobo, negateKobo, ZERO_KOBO } from '../money';
import type { Kobo } from '../money';
import { CONTRIBUTION_SCALE, expectedWageringCost, maxConvertedOf, wageringRequirementOf } from '../wagering';
import type { PromotionTerms } from '../contract/promotions';
import { betsOf } from './bets';
import { findBestPlay } from './best-play';
import { maxWorth } from './bound';
import type { WageringTerms } from './bound';
import { cheapestGame, minCostShare } from './counted-games';
import type { CountedGame } from './counted-games';
import { followOrdinaryPlay } from './ordinary-play';

/** Kobo of one claim, on average. Null stands for a figure that was not computed, because amounts are too far apart or unknown. */
export interface PromotionCosts {
  /** Nobody can expect more than this. Proven (`bound.ts`). */
  readonly atMost: Kobo;
  /** The amount that the best player can expect, by dynamic programming (`best-play.ts`). */
  readonly best: Kobo | null;
  /** The amount that an ordinary player has more in the end (`ordinary-play.ts`). */
  readonly ordinary: Kobo | null;
  /** The part of an ordinary player's bonus that becomes real money. It is the house's cost, before the house's share of the stakes. */
  readonly house: Kobo | null;
  /** The expected cost of the wagering on the cheapest game, as the player's pages say it; null for a draw. */
  readonly wagering: Kobo | null;
}

export interface CostFacts {
  /** Every game of the catalogue, switched on or not, so that switching one on changes no cost. */
  readonly games: readonly CountedGame[];
  /** The entries of a draw so far, on average; null before the first one. */
  readonly entries: number | null;
}

type BonusTerms = Exclude<PromotionTerms, { kind: 'draw' }>;

const toKobo = (amount: number): Kobo => nairaToKobo(amount) ?? ZERO_KOBO;
const roundToWholeKobo = (amount: number): Kobo => kobo(Math.round(amount));

/** The largest grant of one claim, and the player's money that goes with it. For free spins it is what they win on average. */
function grantOf(terms: BonusTerms, games: readonly CountedGame[]): { readonly granted: Kobo; readonly deposit: Kobo } {
  if (terms.kind === 'free-spins') return { granted: meanWin(terms, games), deposit: ZERO_KOBO };
  const granted = toKobo(terms.maxBonus);
  // Rounded up, so that the whole match is granted.
  const matched = Math.ceil((granted * 100) / terms.percent);
  return { granted, deposit: kobo(Math.max(matched, toKobo(terms.minDeposit))) };
}

/** Rounded up by less than a kobo; 0 for a game that the catalogue does not have. */
function meanWin({ gameId, stake, spins }: Extract<BonusTerms, { kind: 'free-spins' }>, games: readonly CountedGame[]): Kobo {
  const rtp = games.find((game) => game.gameId === gameId)?.maxRtp;
  if (rtp === undefined) return ZERO_KOBO;
  return negateKobo(multiplyFloor(negateKobo(toKobo(stake)), rtp.numerator * BigInt(spins), rtp.denominator));
}

/** Kobo that one claim can be worth at most, on average: what is held against its budget. */
export function maxWorthOf(terms: BonusTerms, games: readonly CountedGame[]): Kobo {
  return maxWorth(grantOf(terms, games).granted, limitsOf(terms), games);
}

const limitsOf = ({ wagering, capTimes }: BonusTerms): WageringTerms => ({ wagering, capTimes: capTimes ?? null });

export function* workOutCosts(terms: PromotionTerms, { games, entries }: CostFacts): Generator<void, PromotionCosts> {
  if (terms.kind === 'draw') return drawCosts(terms.prizes.map(toKobo), entries);
  const { granted, deposit } = grantOf(terms, games);
  const limits = limitsOf(terms);
  const requirement = wageringRequirementOf(granted, terms.wagering);
  const cheapest = cheapestGame(games);
  const atMost = maxWorth(granted, limits, games);
  if (cheapest === null) return { atMost, best: atMost, ordinary: null, house: null, wagering: null };
  const cap = maxConvertedOf(granted, limits.capTimes);
  const shared = { granted, requirement, maxStake: toKobo(terms.maxStake) };
  const minCostShare = fractionToNumber(cheapest.share);
  const best = cap === null ? null : yield* findBestPlay({ ...shared, cap, bets: games.flatMap(betsOf), minCostShare });
  const slots = games.filter(({ kind }) => kind === 'slots').flatMap(betsOf);
  const ordinary = yield* followOrdinaryPlay({ ...shared, own: deposit, cap: cap ?? kobo(granted * terms.wagering), bets: slots });
  return {
    atMost,
    best: best === null ? null : roundToWholeKobo(worthWithDeposit(deposit, games, best.worthAfter)),
    ordinary: ordinary === null ? null : roundToWholeKobo(ordinary.gain),
    house: ordinary === null ? null : roundToWholeKobo(ordinary.converted),
    wagering: expectedWageringCost(requirement, cheapest.game.maxRtp, cheapest.game.contribution, CONTRIBUTION_SCALE),
  };
}

/** A deposit has to be played once before it is free. The best player does that on the game where it is worth most. */
function worthWithDeposit(deposit: Kobo, games: readonly CountedGame[], worthAfter: (progress: number) => number): number {
  if (deposit === 0) return worthAfter(0);
  return Math.max(
    ...games.flatMap((game) => {
      const share = minCostShare(game);
      if (share === null) return [];
      const progress = (deposit * game.contribution) / CONTRIBUTION_SCALE;
      return [worthAfter(progress) - progress * fractionToNumber(share)];
    }),
  );
}

/** Computes the costs of a draw, in which every entry has the same chance. */
function drawCosts(prizes: readonly Kobo[], entries: number | null): PromotionCosts {
  const house = addKobo(...prizes);
  const share = entries === null || entries < 1 ? null : multiplyFloor(house, 1, Math.max(Math.floor(entries), prizes.length));
  return { atMost: prizes.reduce((most, prize) => (prize > most ? prize : most), ZERO_KOBO), best: share, ordinary: share, house, wagering: null };
}

/** Works everything out at once. */
export function costsOf(terms: PromotionTerms, facts: CostFacts): PromotionCosts {
  const work = workOutCosts(terms, facts);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
