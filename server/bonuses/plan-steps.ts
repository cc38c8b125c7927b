/**
 * Plans the effect of a round of several steps on a player's bonuses. Each stake takes from the wallets when it is made; when the round ends,
 * the win and what counts toward the wagering are split over all stakes. Pure.
 */
import { addKobo, kobo, subKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { qualifyingStakeOf, splitWin } from '../../src/core/wagering';
import type { Move } from '../ledger/posting';
import { changesOf, countInOrder, endChange, endMoves, hasExpired, largestStakeOf, settleChange } from './plan-round';
import type { Refusal, Wallet, WalletChange } from './plan-round';
import { shareOf, splitByStakes, takeInOrder, totalOf } from './shares';
import type { Shares } from './shares';
import { isMet } from './wallet-rows';

/** All stakes of a round so far, in kobo. */
export interface RoundStakes {
  /** The stake of the player's own money and of bonus money together. */
  readonly total: Kobo;
  /** Each wallet whose wagering the round can count for has a share, even if it is zero. */
  readonly byWallet: Shares;
}

export const NO_STAKES: RoundStakes = { total: ZERO_KOBO, byWallet: new Map() };

export interface StakeFacts {
  readonly gameId: string;
  /** The new stake. */
  readonly amount: Kobo;
  /** The player's real balance. */
  readonly real: Kobo;
  readonly before: RoundStakes;
  readonly at: Date;
  /** When the round began; `at` for its first stake. */
  readonly startedAt: Date;
}

export type StakePlan =
  | { readonly ok: false; readonly refusal: Extract<Refusal, 'not-enough' | 'stake-too-high'>; readonly maxStake?: Kobo }
  | { readonly ok: true; readonly moves: readonly Move[]; readonly after: RoundStakes };

/**
 * Plans one stake of a round: the first, or one that an action adds. `wallets` are the active ones, in the order in which stakes use them.
 */
export function planStake(wallets: readonly Wallet[], { gameId, amount, real, before, at, startedAt }: StakeFacts): StakePlan {
  // A bonus that began or came back after the round began has no part in it and does not limit it.
  const live = wallets.filter((wallet) => !hasExpired(wallet, at) && wallet.runsSince <= startedAt);
  const usable = live.filter(({ games }) => games === null || games.includes(gameId));
  // A round that took bonus money takes no more real money: any that is there came in since. Otherwise a player could add real money to good
  // hands alone, and turn the bonus into real money without wagering.
  const realPart = totalOf(before.byWallet) > 0 ? ZERO_KOBO : kobo(Math.min(amount, real));
  const bonusParts = takeInOrder(usable, subKobo(amount, realPart));
  if (addKobo(realPart, totalOf(bonusParts)) < amount) return { ok: false, refusal: 'not-enough' };
  const walletIds = new Set([...before.byWallet.keys(), ...usable.map(({ walletId }) => walletId)]);
  const after: RoundStakes = {
    total: addKobo(before.total, amount),
    byWallet: new Map([...walletIds].map((walletId) => [walletId, addKobo(shareOf(before.byWallet, walletId), shareOf(bonusParts, walletId))])),
  };
  // The largest stake applies to the whole round, so that doubling is no way around it. Also a wallet that expired since but has a stake in the
  // round limits it.
  const walletsInRound = wallets.filter((wallet) => live.includes(wallet) || shareOf(after.byWallet, wallet.walletId) > 0);
  const maxStake = largestStakeOf(walletsInRound, after.byWallet);
  if (after.total > maxStake) return { ok: false, refusal: 'stake-too-high', maxStake: kobo(maxStake) };
  const moves: Move[] = [
    { kind: 'stake', from: 'real', to: 'house', amount: realPart },
    ...usable.map(({ walletId }): Move => ({ kind: 'stake', from: { bonus: walletId }, to: 'house', amount: shareOf(bonusParts, walletId) })),
  ];
  return { ok: true, moves, after };
}

/** A wallet of the round, as it is when the round ends and all stakes are taken. */
export interface RoundWallet extends Wallet {
  /** The wallet ended while the round was open. */
  readonly isOver: boolean;
}

export interface EndFacts {
  readonly gameId: string;
  readonly stakes: RoundStakes;
  readonly win: Kobo;
  /** The part of a stake in this game that counts toward the wagering, in units of 1/`scale`. */
  readonly contribution: number;
  readonly scale: number;
  readonly at: Date;
}

export interface EndPlan {
  readonly moves: readonly Move[];
  readonly changes: readonly WalletChange[];
  /** The wins of wallets that had ended, which are lost with them. */
  readonly lost: Shares;
  readonly bonusStaked: Kobo;
  readonly bonusWon: Kobo;
  readonly converted: Kobo;
}

/** Plans the end of a round. `wallets` are those of its stakes, in the order in which stakes use them. */
export function planEnd(wallets: readonly RoundWallet[], round: EndFacts): EndPlan {
  const { stakes, win, at } = round;
  const staked: Shares = new Map(
    wallets.map(({ walletId }) => [walletId, shareOf(stakes.byWallet, walletId)] as const).filter(([, stake]) => stake > 0),
  );
  const bonusStaked = totalOf(staked);
  const wins = splitWin(win, { real: subKobo(stakes.total, bonusStaked), bonus: bonusStaked });
  const won = splitByStakes(wins.bonus, staked);
  const running = wallets.filter((wallet) => !wallet.isOver && (staked.has(wallet.walletId) || !hasExpired(wallet, at))).map(toWallet);
  const counted = countInOrder(running, qualifyingStakeOf(stakes.total, win, stakes.total), round);
  const playedChanges = changesOf(running, { staked, won, counted }, round, (wallet, part) => ({
    ...wallet,
    balance: addKobo(wallet.balance, part.won),
    progress: addKobo(wallet.progress, part.counted),
    inPlay: subKobo(wallet.inPlay, part.staked),
  }));
  const changes = playedChanges.map((change) => endIfExpired(settleChange(change), at));
  const lost: Shares = new Map(wallets.filter(({ isOver }) => isOver).map(({ walletId }) => [walletId, shareOf(won, walletId)]));
  const moves: Move[] = [
    { kind: 'win', from: 'house', to: 'real', amount: wins.real },
    ...[...won].map(([walletId, amount]): Move => ({ kind: 'win', from: 'house', to: { bonus: walletId }, amount })),
    ...changes.flatMap(endMoves),
    ...[...lost].map(([walletId, amount]): Move => ({ kind: 'bonus', from: { bonus: walletId }, to: 'bonus-cost', amount })),
  ];
  const converted = addKobo(...changes.map(({ end }) => end?.converted ?? ZERO_KOBO));
  return { moves: moves.filter(({ amount }) => amount > 0), changes, lost, bonusStaked, bonusWon: wins.bonus, converted };
}

const toWallet = ({ isOver: _isOver, ...wallet }: RoundWallet): Wallet => wallet;

/** Ends a wallet that expired while its money was staked. One with free spins left is ended by the sweep. */
function endIfExpired(change: WalletChange, at: Date): WalletChange {
  const { inPlay, spinsLeft } = change.after;
  const isOver = hasExpired(change.after, at) && inPlay === 0 && spinsLeft === 0 && !isMet(change.after);
  return change.end === null && isOver ? endChange(change, 'expired') : change;
}
