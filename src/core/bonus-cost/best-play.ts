/**
 * Works out what the best player can expect of a bonus, by dynamic programming over the money in it and what is still to be wagered, with
 * every game, bet and stake of a lattice, giving up at any moment, and staking own money instead wherever that is better (a player can take
 * their own money out once the deposit was played, so it is never at risk for the bonus). It is exact on the lattice: pays between two of
 * its amounts are divided between both so that the mean stays, so the result is that of a game with the same returns and is never above the
 * proven bound.
 *
 * A generator, so that a server can do other work between the layers. Pure.
 */
import type { Bet } from './bets';

export interface BestPlayTerms {
  /** Kobo, as the next ones. */
  readonly granted: number;
  /** The most that it can become. */
  readonly cap: number;
  readonly requirement: number;
  readonly maxStake: number;
  readonly bets: readonly Bet[];
  /** The least part of a naira of wagering that a game costs. */
  readonly leastShare: number;
}

/** Progress is counted in tenths of the lattice's unit, so that a game that counts a tenth makes a step with the smallest stake. */
const STEPS_PER_UNIT = 10;
/** At least so many units in the bonus and in the largest stake; the first that is not too much work. */
const FINENESS = [{ bonus: 12, stake: 2 }, { bonus: 12, stake: 1 }, { bonus: 8, stake: 1 }] as const;
/** Steps of work that it may take; about a second. */
const MOST_WORK = 60_000_000;

interface Lattice {
  /** Kobo of a unit. */
  readonly unit: number;
  /** Units above which nothing can be lost any more. */
  readonly top: number;
  /** Steps of progress that are to be made. */
  readonly steps: number;
  /** Units. */
  readonly stakes: readonly number[];
}

function latticeOf({ granted, cap, requirement, maxStake, bets, leastShare }: BestPlayTerms): Lattice | null {
  const work = bets.reduce((sum, { pays }) => sum + pays.length + 2, 0);
  for (const units of FINENESS) {
    const unit = Math.min(maxStake / units.stake, granted / units.bonus);
    const top = Math.ceil((cap + leastShare * requirement) / unit);
    const steps = Math.ceil((requirement * STEPS_PER_UNIT) / unit);
    const stakes = stakesUpTo(Math.floor(maxStake / unit));
    if (work * stakes.length * top * steps <= MOST_WORK) return { unit, top, steps, stakes };
  }
  return null;
}

/** 1, 2, 4 … and the largest. */
function stakesUpTo(most: number): number[] {
  const stakes: number[] = [];
  for (let stake = 1; stake < most; stake *= 2) stakes.push(stake);
  return [...stakes, most];
}

/** One bet at one stake, in units and steps. */
interface Move {
  readonly stake: number;
  readonly progress: number;
  /** What the stake brings, in units, and its chance where the stake does not come back. */
  readonly wins: readonly (readonly [units: number, chance: number])[];
  readonly lost: number;
}

function movesOf(bets: readonly Bet[], { stakes }: Lattice): Move[] {
  return bets.flatMap(({ contribution, returned, pays }) =>
    stakes.flatMap((stake): Move[] => {
      const progress = Math.floor(stake * contribution * STEPS_PER_UNIT + 1e-9);
      if (progress === 0) return [];
      const wins = pays.map(([times, chance]) => [times * stake, chance / (1 - returned)] as const);
      return [{ stake, progress, wins, lost: 1 - wins.reduce((sum, [, chance]) => sum + chance, 0) }];
    }),
  );
}

/** Kobo that the bonus is worth to the best player, by the steps that are still to be made; null where the lattice would be too large. */
export interface BestPlay {
  readonly worthAfter: (progress: number) => number;
}

export function* findBestPlay(terms: BestPlayTerms): Generator<void, BestPlay | null> {
  const lattice = latticeOf(terms);
  if (lattice === null) return null;
  const { unit, top, steps } = lattice;
  const moves = movesOf(terms.bets, lattice);
  const cap = terms.cap / unit;
  const ownCost = terms.leastShare / STEPS_PER_UNIT;
  // A stake of own money makes progress like any other, at the least cost, and leaves the bonus as it is.
  const ownProgress = STEPS_PER_UNIT;
  const deepest = Math.max(ownProgress, ...moves.map(({ progress }) => progress));
  // The layers that can still be reached, by steps modulo their number; all that is met is one layer.
  const layers = Array.from({ length: deepest + 1 }, () => new Float64Array(top + 1));
  const met = Float64Array.from({ length: top + 1 }, (_, units) => Math.min(units, cap));
  const worth = new Float64Array(steps + 1);
  worth[0] = worthAt(met, terms.granted / unit, top);
  for (let step = 1; step <= steps; step += 1) {
    const layer = layers[step % layers.length] ?? met;
    const after = (progress: number): Float64Array => (progress >= step ? met : (layers[(step - progress) % layers.length] ?? met));
    fillLayer(layer, moves, after, { top, cap, ownLayer: after(ownProgress), ownCost: ownCost * Math.min(step, ownProgress) });
    worth[step] = worthAt(layer, terms.granted / unit, top);
    yield;
  }
  return {
    worthAfter: (progress) => {
      const remaining = Math.max(0, Math.ceil(((terms.requirement - progress) * STEPS_PER_UNIT) / unit));
      return (worth[Math.min(remaining, steps)] ?? 0) * unit;
    },
  };
}

interface LayerFacts {
  readonly top: number;
  readonly cap: number;
  readonly ownLayer: Float64Array;
  readonly ownCost: number;
}

function fillLayer(layer: Float64Array, moves: readonly Move[], after: (progress: number) => Float64Array, facts: LayerFacts): void {
  const { top, cap, ownLayer, ownCost } = facts;
  layer[0] = 0;
  for (let units = 1; units <= top; units += 1) {
    // Giving up is worth nothing.
    let best = Math.max(0, (ownLayer[units] ?? 0) - ownCost);
    for (const { stake, progress, wins, lost } of moves) {
      if (stake > units) continue;
      const next = after(progress);
      const rest = units - stake;
      let worth = lost * (next[rest] ?? 0);
      for (const [won, chance] of wins) worth += chance * worthAt(next, rest + won, top);
      if (worth > best) best = worth;
    }
    layer[units] = Math.min(best, cap);
  }
}

/** The worth of an amount between two of the lattice; above its top it is that of the top. */
function worthAt(layer: Float64Array, units: number, top: number): number {
  if (units >= top) return layer[top] ?? 0;
  const below = Math.floor(units);
  const share = units - below;
  const low = layer[below] ?? 0;
  return share === 0 ? low : low + share * ((layer[below + 1] ?? 0) - low);
}
