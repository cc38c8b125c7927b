/**
 * Works out what the best player can expect of a bonus, by dynamic programming over the money in the bonus and over what is still to be
 * wagered. The player chooses each time among the games and bets, and the stakes of a lattice; they may give up at any moment, and may stake
 * their own money instead wherever that is better, because they can take it out again once the deposit was played.
 *
 * The lattice makes no error upwards: a pay between two of its amounts is divided between both so that the mean stays. So the result is that
 * of games with the same returns, and it is never above the proven bound.
 *
 * This is a generator, so that a server can do other work between the layers. Pure.
 */
import type { Bet } from './bets';
import { rowsBelow, toLatticeWins, worthBelow } from './lattice-wins';
import type { LatticeWins } from './lattice-wins';

export interface BestPlayTerms {
  /** All amounts are in kobo. */
  readonly granted: number;
  /** The most that the bonus can become. */
  readonly cap: number;
  readonly requirement: number;
  readonly maxStake: number;
  readonly bets: readonly Bet[];
  /** The cost of wagering on the cheapest game, as a share of what is wagered. */
  readonly minCostShare: number;
}

/** Progress is counted in tenths of the lattice's unit, so that a game that counts a tenth makes a step with the smallest stake. */
const STEPS_PER_UNIT = 10;
/** The lattices to try, the finest first: the least number of units in the bonus and in the largest stake. */
const RESOLUTIONS = [{ bonus: 12, stake: 2 }, { bonus: 12, stake: 1 }, { bonus: 8, stake: 1 }] as const;
/** A finer lattice is not used where it takes more steps of computing than this, which take about a second. */
const MAX_WORK = 60_000_000;

interface Lattice {
  /** The kobo in one unit. */
  readonly unit: number;
  /** The largest amount, in units. Above it nothing can be lost any more, because what exceeds the cap pays for all of the wagering. */
  readonly top: number;
  /** The wagering requirement in steps of progress. */
  readonly steps: number;
  /** The stakes that are tried, in units. */
  readonly stakes: readonly number[];
}

/** Returns the finest lattice that is not too much work; null where there is none. */
function chooseLattice({ granted, cap, requirement, maxStake, bets, minCostShare }: BestPlayTerms): Lattice | null {
  const work = bets.reduce((sum, { pays }) => sum + pays.length + 2, 0);
  for (const units of RESOLUTIONS) {
    const unit = Math.min(maxStake / units.stake, granted / units.bonus);
    const top = Math.ceil((cap + minCostShare * requirement) / unit);
    const steps = Math.ceil((requirement * STEPS_PER_UNIT) / unit);
    const stakes = stakesUpTo(Math.floor(maxStake / unit));
    if (work * stakes.length * top * steps <= MAX_WORK) return { unit, top, steps, stakes };
  }
  return null;
}

/** Returns 1, 2, 4 … and the largest stake. */
function stakesUpTo(most: number): number[] {
  const stakes: number[] = [];
  for (let stake = 1; stake < most; stake *= 2) stakes.push(stake);
  return [...stakes, most];
}

/** One bet at one stake, in units and steps. */
interface Move {
  readonly stake: number;
  readonly progress: number;
  /** The chance of each win is that among the rounds that change something: those whose stake does not simply come back. */
  readonly wins: LatticeWins;
  /** The chance to lose the stake among the same rounds. */
  readonly lossChance: number;
}

function movesOf(bets: readonly Bet[], { stakes }: Lattice): Move[] {
  return bets.flatMap(({ contribution, returned, pays }) =>
    stakes.flatMap((stake): Move[] => {
      const progress = Math.floor(stake * contribution * STEPS_PER_UNIT + 1e-9);
      if (progress === 0) return [];
      const wins = pays.map(([times, chance]) => [times * stake, chance / (1 - returned)] as const);
      return [{ stake, progress, wins: toLatticeWins(wins), lossChance: 1 - wins.reduce((sum, [, chance]) => sum + chance, 0) }];
    }),
  );
}

export interface BestPlay {
  /** The kobo that the bonus is worth to the best player once so many kobo of the requirement are met. */
  readonly worthAfter: (progress: number) => number;
}

/** Returns null where every lattice would be too much work. */
export function* findBestPlay(terms: BestPlayTerms): Generator<void, BestPlay | null> {
  const lattice = chooseLattice(terms);
  if (lattice === null) return null;
  const { unit, top, steps } = lattice;
  const moves = movesOf(terms.bets, lattice);
  const cap = terms.cap / unit;
  const ownCost = terms.minCostShare / STEPS_PER_UNIT;
  // A stake of own money makes progress like any other, at the least cost, and leaves the bonus as it is.
  const ownProgress = STEPS_PER_UNIT;
  const longestStep = Math.max(ownProgress, ...moves.map(({ progress }) => progress));
  // A layer holds the worth of each amount after a number of remaining steps. A move looks back `longestStep` layers at most, so only that
  // many are stored, in a ring. Where nothing remains, every move leads to the one layer `met`.
  const layers = Array.from({ length: longestStep + 1 }, () => new Float64Array(top + 1));
  const metLayer = Float64Array.from({ length: top + 1 }, (_, units) => Math.min(units, cap));
  const worth = new Float64Array(steps + 1);
  worth[0] = worthAt(metLayer, terms.granted / unit, top);
  for (let step = 1; step <= steps; step += 1) {
    const layer = layers[step % layers.length] ?? metLayer;
    const after = (progress: number): Float64Array => (progress >= step ? metLayer : (layers[(step - progress) % layers.length] ?? metLayer));
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
  // Giving up is worth nothing, so no amount is worth less than 0.
  for (let units = 1; units <= top; units += 1) layer[units] = Math.max(0, (ownLayer[units] ?? 0) - ownCost);
  for (const { stake, progress, wins, lossChance } of moves) {
    const next = after(progress);
    const worthOfTop = next[top] ?? 0;
    let below = wins.floors.length;
    for (let rest = 0; rest + stake <= top; rest += 1) {
      // The more is left, the fewer wins stay below the top.
      below = rowsBelow(top, rest, wins, below);
      const worth = lossChance * (next[rest] ?? 0) + worthBelow(next, rest, wins, below) + (wins.chanceFrom[below] ?? 0) * worthOfTop;
      if (worth > (layer[rest + stake] ?? 0)) layer[rest + stake] = worth;
    }
  }
  for (let units = 1; units <= top; units += 1) layer[units] = Math.min(layer[units] ?? 0, cap);
}

/** Interpolates the worth of an amount between two of the lattice. Above the top it is the worth of the top. */
function worthAt(layer: Float64Array, units: number, top: number): number {
  if (units >= top) return layer[top] ?? 0;
  const below = Math.floor(units);
  const share = units - below;
  const low = layer[below] ?? 0;
  return share === 0 ? low : low + share * ((layer[below + 1] ?? 0) - low);
}
