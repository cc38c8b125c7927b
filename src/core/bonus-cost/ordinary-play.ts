/**
 * Computes what a bonus is worth to an ordinary player: somebody who pays in just what is matched in full, and stakes the same amount on one
 * slot after the other until the wagering is done or nothing is left. It covers every course of the rounds, computed from the last round
 * back: first the player's own money is staked, with the bonus untouched, then the bonus. It is exact but for the one round in which both are
 * staked, and for pays between two amounts, which are divided between both so that the mean stays. It is a generator, so that a server can do
 * other work between the rounds. Pure.
 */
import type { Bet } from './bets';
import { rowsBelow, toLatticeWins, worthBelow } from './lattice-wins';
import type { LatticeWins } from './lattice-wins';

export interface OrdinaryTerms {
  /** The player's own money in play. All amounts are in kobo. */
  readonly own: number;
  /** The amount of the bonus. */
  readonly granted: number;
  readonly cap: number;
  readonly requirement: number;
  readonly maxStake: number;
  /** The slots that count. */
  readonly bets: readonly Bet[];
}

export interface OrdinaryPlay {
  /** Kobo that the player has more in the end, on average, than with neither deposit nor bonus. */
  readonly gain: number;
  /** Kobo of the bonus that become real money, on average. */
  readonly converted: number;
}

/** An ordinary stake is a fifth of the largest, but no more rounds than this are looked at. */
const ORDINARY_STAKE_DIVISOR = 5;
const MAX_ROUNDS = 1_000;
const UNITS_IN_STAKE = 2;
/** With so many times the money at the start, nobody is ruined any more, so the worth grows in a straight line. */
const SAFE_TIMES = 8;
/** Steps of work that it may take; about a second. */
const MAX_WORK = 100_000_000;

/** The slots taken one after the other are one bet: its chances are their mean. */
function mixedBet(bets: readonly Bet[]): Bet {
  const share = 1 / bets.length;
  const pays = new Map<number, number>();
  for (const bet of bets) for (const [times, chance] of bet.pays) pays.set(times, (pays.get(times) ?? 0) + chance * share);
  const sum = (of: (bet: Bet) => number): number => bets.reduce((all, bet) => all + of(bet) * share, 0);
  return { contribution: sum(({ contribution }) => contribution), returned: sum(({ returned }) => returned), pays: [...pays] };
}

interface Course {
  readonly unit: number;
  readonly rounds: number;
  readonly top: number;
  /** The wins of a whole stake, and of the one unit that is staked where no more is left. */
  readonly winsOfStake: LatticeWins;
  readonly winsOfUnit: LatticeWins;
  /** The chance to lose the stake, among the rounds whose stake does not simply come back. */
  readonly lossChance: number;
  /** The units of a stake that the house keeps on average. */
  readonly houseUnits: number;
}

function courseOf({ own, granted, cap, requirement, maxStake, bets }: OrdinaryTerms): Course | null {
  const { contribution, returned, pays } = mixedBet(bets);
  const stake = Math.min(maxStake, Math.max(maxStake / ORDINARY_STAKE_DIVISOR, requirement / contribution / MAX_ROUNDS));
  const unit = stake / UNITS_IN_STAKE;
  const wins = pays.map(([times, chance]) => [times * UNITS_IN_STAKE, chance / (1 - returned)] as const);
  const rounds = Math.ceil(requirement / (stake * contribution));
  const top = Math.ceil(Math.max((own + granted) * SAFE_TIMES, cap) / unit);
  if (rounds * top * wins.length * 3 > MAX_WORK) return null;
  const back = wins.reduce((sum, [units, chance]) => sum + units * chance, 0);
  const winsOfUnit = toLatticeWins(wins.map(([units, chance]) => [units / UNITS_IN_STAKE, chance]));
  const winsOfStake = toLatticeWins(wins);
  const lossChance = 1 - wins.reduce((sum, [, chance]) => sum + chance, 0);
  return { unit, rounds, top, winsOfStake, winsOfUnit, lossChance, houseUnits: UNITS_IN_STAKE - back };
}

/** Null where no slot counts, or the bonus is too large beside its stakes. */
export function* followOrdinaryPlay(terms: OrdinaryTerms): Generator<void, OrdinaryPlay | null> {
  const course = terms.bets.length === 0 || terms.granted <= 0 ? null : courseOf(terms);
  if (course === null) return null;
  const { unit, rounds, top } = course;
  const [own, granted, cap] = [terms.own / unit, terms.granted / unit, terms.cap / unit];
  const size = top + 1;
  // The worth of the bonus once the player's own money is gone, by the amount in the bonus.
  let bonusWorth = Float64Array.from({ length: size }, (_, units) => Math.min(units, cap));
  // While the player's own money is staked: its worth, and how much of the bonus becomes real money in the end. Both by the amount of own money.
  let ownMoneyWorth = Float64Array.from({ length: size }, (_, units) => units);
  let convertedByOwnMoney = new Float64Array(size).fill(Math.min(granted, cap));
  for (let round = 1; round <= rounds; round += 1) {
    const untouchedBonusWorth = valueOf(bonusWorth, granted, (units) => Math.min(units - course.houseUnits * (round - 1), cap));
    bonusWorth = playRound(course, bonusWorth, 0, { atZero: cap, slope: 0 });
    ownMoneyWorth = playRound(course, ownMoneyWorth, 0, { atZero: -course.houseUnits * (round - 1), slope: 1 });
    convertedByOwnMoney = playRound(course, convertedByOwnMoney, untouchedBonusWorth, { atZero: Math.min(granted, cap), slope: 0 });
    yield;
  }
  const ownMoneyLeft = own === 0 ? 0 : valueOf(ownMoneyWorth, own, (units) => units - course.houseUnits * rounds);
  const convertedUnits = own === 0 ? valueOf(bonusWorth, granted, () => cap) : valueOf(convertedByOwnMoney, own, () => Math.min(granted, cap));
  return { gain: (ownMoneyLeft + convertedUnits - own) * unit, converted: convertedUnits * unit };
}

/** The worth of amounts above the top, which grows in a straight line: that of nothing, and what each unit adds. */
interface Line {
  readonly atZero: number;
  readonly slope: number;
}

/** Computes the worth of each amount one round earlier. `beyond` gives the worth of amounts above the top. */
function playRound(
  { top, winsOfStake, winsOfUnit, lossChance }: Course,
  next: Float64Array,
  worthAtZero: number,
  beyond: Line,
): Float64Array<ArrayBuffer> {
  const layer = new Float64Array(next.length);
  layer[0] = worthAtZero;
  // `next` gets this worth, too, because the loop below reads it at 0.
  next[0] = worthAtZero;
  let wins = winsOfUnit;
  let below = wins.floors.length;
  for (let units = 1; units <= top; units += 1) {
    if (units === UNITS_IN_STAKE) {
      wins = winsOfStake;
      below = wins.floors.length;
    }
    const rest = Math.max(0, units - UNITS_IN_STAKE);
    // The more is left, the fewer wins stay below the top.
    below = rowsBelow(top, rest, wins, below);
    const worthBeyond = (wins.chanceFrom[below] ?? 0) * (beyond.atZero + beyond.slope * rest) + beyond.slope * (wins.unitsFrom[below] ?? 0);
    layer[units] = lossChance * (next[rest] ?? 0) + worthBelow(next, rest, wins, below) + worthBeyond;
  }
  return layer;
}

function valueOf(layer: Float64Array, units: number, beyond: (units: number) => number): number {
  if (units >= layer.length - 1) return beyond(units);
  const below = Math.floor(units);
  const share = units - below;
  const low = layer[below] ?? 0;
  return share === 0 ? low : low + share * ((layer[below + 1] ?? 0) - low);
}
