/** Plans the effect of a round on a player's bonuses: which money is staked, where the win goes, and what counts toward the wagering. Pure. */
import { addKobo, kobo, subKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { convertBonus, maxConvertedOf, qualifyingStakeOf, splitWin, wageringProgressOf, wageringRequirementOf } from '../../src/core/wagering';
import type { Move } from '../ledger/posting';
import { shareOf, splitByStakes, takeInOrder, totalOf } from './shares';
import type { Shares } from './shares';
import { isMet } from './wallet-rows';
import type { EndReason } from './wallet-rows';

/** An active wallet, before a round or after it. Money is kobo. */
export interface Wallet {
  readonly walletId: string;
  readonly balance: Kobo;
  readonly granted: Kobo;
  readonly requirement: Kobo;
  readonly progress: Kobo;
  readonly wagering: number;
  readonly maxStake: Kobo;
  /** True: `maxStake` holds for every stake while the bonus runs. False: it holds only for a stake that takes money of the bonus. */
  readonly limitsEveryStake: boolean;
  /** At most this many times the granted amount become real money; null: the whole balance does. */
  readonly capTimes: number | null;
  /** Each game's contribution at the claim, in units of 1/`scale`; null for bonuses from before we stored it. A game never contributes less. */
  readonly claimContributions: Readonly<Record<string, number>> | null;
  /** The games in which it can be played; null for all. */
  readonly games: readonly string[] | null;
  readonly spinsLeft: number;
  readonly spin: { readonly gameId: string; readonly stake: Kobo } | null;
  /** The time at which the bonus began, or at which it last came back. */
  readonly runsSince: Date;
  /** Null while its time stands still. */
  readonly expiresAt: Date | null;
  /** The amount that is staked in open rounds. The wallet does not end before these rounds do. */
  readonly inPlay: Kobo;
}

export interface RoundFacts {
  readonly gameId: string;
  readonly stake: Kobo;
  readonly win: Kobo;
  /** The part of the stake that the bet risked. */
  readonly risked: Kobo;
  /** The part of a stake in this game that counts toward the wagering, in units of 1/`scale`. */
  readonly contribution: number;
  readonly scale: number;
  /** The player's real balance. */
  readonly real: Kobo;
  readonly freeSpinOf: string | null;
  readonly at: Date;
}

export interface WalletEnd {
  readonly reason: Extract<EndReason, 'met' | 'expired' | 'played-out'>;
  readonly converted: Kobo;
  readonly lost: Kobo;
}

/** One wallet's part in a round, in kobo. */
export interface WalletPart {
  readonly staked: Kobo;
  readonly won: Kobo;
  /** The part of the stake that counts toward the wagering of this wallet. */
  readonly counted: Kobo;
}

/** The change of one wallet. */
export interface WalletChange extends WalletPart {
  readonly before: Wallet;
  /** A wallet that ends has a balance of zero. */
  readonly after: Wallet;
  /** The part of a stake in the game that counts for this wallet, in units of 1/`scale`. */
  readonly contribution: number;
  readonly end: WalletEnd | null;
}

export type Refusal = 'not-enough' | 'stake-too-high' | 'no-such-spin' | 'spin-elsewhere';

interface RefusedRound {
  readonly ok: false;
  readonly refusal: Refusal;
  /** The largest stake that is allowed, in kobo. */
  readonly maxStake?: Kobo;
}

/** The stake and the win of a round, before any wallet ends. */
interface PlayedRound {
  readonly ok: true;
  readonly moves: readonly Move[];
  /** Only the wallets that the round touches. */
  readonly changes: readonly WalletChange[];
  readonly bonusStaked: Kobo;
  readonly bonusWon: Kobo;
}

/** A round with the ends of wallets that come with it. */
interface PlannedRound extends PlayedRound {
  readonly converted: Kobo;
}

export type RoundPlan = RefusedRound | PlannedRound;

/** Plans a round. `wallets` are the active ones, in the order in which stakes use them. */
export function planRound(wallets: readonly Wallet[], round: RoundFacts): RoundPlan {
  // A wallet that has expired with money in an open round, with its wagering done or with free spins left is in neither list: the end of that
  // round or the sweep ends it. The sweep also knows whether the game of the spins is closed.
  const expired = wallets.filter((wallet) => hasExpired(wallet, round.at) && wallet.inPlay === 0 && wallet.spinsLeft === 0 && !isMet(wallet));
  const live = wallets.filter((wallet) => !hasExpired(wallet, round.at));
  const playedRound = round.freeSpinOf === null ? playStake(live, round) : playSpin(live, round, round.freeSpinOf);
  if (!playedRound.ok) return playedRound;
  const expiredChanges = expired.map((wallet) => expireUnplayed(wallet, round.contribution));
  const playedChanges = playedRound.changes.map(settleChange);
  const changes = [...expiredChanges, ...playedChanges];
  return {
    ...playedRound,
    moves: [...expiredChanges.flatMap(endMoves), ...playedRound.moves, ...playedChanges.flatMap(endMoves)],
    changes,
    converted: addKobo(...changes.map(({ end }) => end?.converted ?? ZERO_KOBO)),
  };
}

export const hasExpired = ({ expiresAt }: Pick<Wallet, 'expiresAt'>, at: Date): boolean => expiresAt !== null && expiresAt <= at;

/** Ends a wallet that expired before the round and has no part in it. */
function expireUnplayed(wallet: Wallet, contribution: number): WalletChange {
  const change = { before: wallet, after: wallet, staked: ZERO_KOBO, won: ZERO_KOBO, counted: ZERO_KOBO, contribution, end: null };
  return endChange(change, 'expired');
}

/** Plays a stake of the player's own money, and of the wallets for what is missing. */
function playStake(live: readonly Wallet[], round: RoundFacts): RefusedRound | PlayedRound {
  const { gameId, stake, win, risked, real } = round;
  const usable = live.filter(({ games }) => games === null || games.includes(gameId));
  const realPart = kobo(Math.min(stake, real));
  const staked = takeInOrder(usable, subKobo(stake, realPart));
  const bonusStaked = totalOf(staked);
  if (addKobo(realPart, bonusStaked) < stake) return { ok: false, refusal: 'not-enough' };
  const maxStake = largestStakeOf(live, staked);
  if (stake > maxStake) return { ok: false, refusal: 'stake-too-high', maxStake: kobo(maxStake) };
  const wins = splitWin(win, { real: realPart, bonus: bonusStaked });
  const won = splitByStakes(wins.bonus, staked);
  const counted = countInOrder(usable, qualifyingStakeOf(stake, win, risked), round);
  const moves: Move[] = [
    { kind: 'stake', from: 'real', to: 'house', amount: realPart },
    ...usable.map(({ walletId }): Move => ({ kind: 'stake', from: { bonus: walletId }, to: 'house', amount: shareOf(staked, walletId) })),
    { kind: 'win', from: 'house', to: 'real', amount: wins.real },
    ...usable.map(({ walletId }): Move => ({ kind: 'win', from: 'house', to: { bonus: walletId }, amount: shareOf(won, walletId) })),
  ];
  const changes = changesOf(usable, { staked, won, counted }, round, (wallet, part) => ({
    ...wallet, balance: addKobo(subKobo(wallet.balance, part.staked), part.won), progress: addKobo(wallet.progress, part.counted),
  }));
  return { ok: true, moves, changes, bonusStaked, bonusWon: wins.bonus };
}

/**
 * Returns the changes of the wallets that have a stake in the round or count it. `shares` are the parts of all wallets, and `play` returns a
 * wallet as it is after its part.
 */
export function changesOf(
  wallets: readonly Wallet[],
  shares: Readonly<Record<keyof WalletPart, Shares>>,
  { gameId, contribution }: Pick<RoundFacts, 'gameId' | 'contribution'>,
  play: (wallet: Wallet, part: WalletPart) => Wallet,
): WalletChange[] {
  return wallets.flatMap((before): WalletChange[] => {
    const { walletId } = before;
    const part = { staked: shareOf(shares.staked, walletId), won: shareOf(shares.won, walletId), counted: shareOf(shares.counted, walletId) };
    if (part.staked === 0 && part.counted === 0) return [];
    return [{ before, after: play(before, part), ...part, contribution: contributionFor(before, gameId, contribution), end: null }];
  });
}

/** Plays a free spin: the house pays the stake, and the win must be wagered. */
function playSpin(live: readonly Wallet[], { gameId, stake, win, contribution }: RoundFacts, walletId: string): RefusedRound | PlayedRound {
  const before = live.find((wallet) => wallet.walletId === walletId);
  if (before === undefined || before.spin === null || before.spinsLeft === 0) return { ok: false, refusal: 'no-such-spin' };
  if (before.spin.gameId !== gameId || before.spin.stake !== stake) return { ok: false, refusal: 'spin-elsewhere' };
  const after = {
    ...before,
    spinsLeft: before.spinsLeft - 1,
    balance: addKobo(before.balance, win),
    granted: addKobo(before.granted, win),
    requirement: addKobo(before.requirement, wageringRequirementOf(win, before.wagering)),
  };
  const moves: Move[] = [
    { kind: 'stake', from: 'bonus-cost', to: 'house', amount: stake },
    { kind: 'win', from: 'house', to: { bonus: walletId }, amount: win },
  ];
  const change: WalletChange = { before, after, staked: ZERO_KOBO, won: win, counted: ZERO_KOBO, contribution, end: null };
  return { ok: true, moves, changes: [change], bonusStaked: stake, bonusWon: win };
}

/** Ends a wallet whose requirement is met, and one with nothing left to play. */
export function settleChange(change: WalletChange): WalletChange {
  const { balance, spinsLeft, inPlay } = change.after;
  if (spinsLeft > 0 || inPlay > 0) return change;
  if (isMet(change.after)) return endChange(change, 'met');
  return balance === 0 ? endChange(change, 'played-out') : change;
}

export function endChange(change: WalletChange, reason: WalletEnd['reason']): WalletChange {
  const { balance, granted, capTimes } = change.after;
  const end = reason === 'met' ? { reason, ...convertBonus(balance, maxConvertedOf(granted, capTimes)) } : { reason, converted: ZERO_KOBO, lost: balance };
  return { ...change, after: { ...change.after, balance: ZERO_KOBO }, end };
}

/** Makes the moves of an end: the balance goes back to the bonus cost, and from there to the player as far as it is converted. */
export function endMoves({ before: { walletId }, end }: WalletChange): Move[] {
  if (end === null) return [];
  return [
    { kind: 'bonus', from: { bonus: walletId }, to: 'bonus-cost', amount: addKobo(end.converted, end.lost) },
    { kind: 'bonus', from: 'bonus-cost', to: 'real', amount: end.converted },
  ];
}

/** Returns the largest stake that is allowed, in kobo: by the wallets in `stakes`, and by those that limit every stake. */
export function largestStakeOf(wallets: readonly Wallet[], stakes: Shares): number {
  const limitingWallets = wallets.filter(({ walletId, limitsEveryStake }) => limitsEveryStake || shareOf(stakes, walletId) > 0);
  return Math.min(...limitingWallets.map(({ maxStake }) => maxStake));
}

/** Returns the game's contribution to the wagering of this wallet, which is never less than at the claim. */
export const contributionFor = ({ claimContributions }: Pick<Wallet, 'claimContributions'>, gameId: string, contribution: number): number =>
  Math.max(contribution, claimContributions?.[gameId] ?? 0);

/** Counts a qualifying stake for each wallet in turn, until all of it has counted or nothing more is to be wagered. */
export function countInOrder(
  wallets: readonly Wallet[],
  qualifying: Kobo,
  { gameId, contribution, scale }: Pick<RoundFacts, 'gameId' | 'contribution' | 'scale'>,
): Shares {
  const counted = new Map<string, Kobo>();
  for (const wallet of wallets) {
    const countable = wageringProgressOf(qualifying, contributionFor(wallet, gameId, contribution), scale);
    const walletCount = Math.min(Math.max(0, countable - totalOf(counted)), wallet.requirement - wallet.progress);
    if (walletCount > 0) counted.set(wallet.walletId, kobo(walletCount));
  }
  return counted;
}
