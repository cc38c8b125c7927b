/** What a round of several steps must do to one player’s bonuses: without SQL and without the platform’s own arithmetic. Pure. */
import { countsOf, line, lose, settle } from './bonus-model';
import type { BonusModel, ModelWallet } from './bonus-model';

/** Money is kobo. */
export interface OpenModel {
  readonly roundId: string;
  readonly gameId: string;
  readonly firstStake: number;
  readonly startedAt: number;
  /** As the platform showed it last. */
  view: unknown;
  step: number;
  stake: number;
  /** Of the stakes the player’s own, and each wallet’s; those that it can count for are in it with nothing. */
  own: number;
  readonly parts: Map<ModelWallet, number>;
}

type Round = Pick<OpenModel, 'stake' | 'own' | 'parts'>;

/** One more stake of a round, or why there can be none. The bonuses are as they were then; what was staked of them is in the answer. */
export function moreStake(model: BonusModel, real: number, amount: number, now: number, round: Round): Round | 'insufficient-funds' | 'bonus-stake-too-high' {
  const parts = new Map(round.parts);
  const own = Math.min(amount, real);
  let left = amount - own;
  for (const wallet of line(model).filter(({ until }) => until > now)) {
    const part = Math.min(left, wallet.balance);
    parts.set(wallet, (parts.get(wallet) ?? 0) + part);
    left -= part;
  }
  if (left > 0) return 'insufficient-funds';
  const stake = round.stake + amount;
  if ([...parts].some(([{ maxStake }, part]) => part > 0 && maxStake < stake)) return 'bonus-stake-too-high';
  return { stake, own: round.own + own, parts };
}

/** The stake is taken. */
export function take(before: Round, after: Round): void {
  for (const [wallet, part] of after.parts) {
    const taken = part - (before.parts.get(wallet) ?? 0);
    wallet.balance -= taken;
    wallet.inPlay += taken;
  }
}

/** The round is over. What of it is the player’s own, and what of bonuses becomes theirs. */
export function over(round: Round, win: number, contribution: number, now: number): { readonly won: number; readonly converted: number } {
  const wallets = [...round.parts.keys()].sort((a, b) => a.until - b.until || (a.walletId < b.walletId ? -1 : 1));
  const staked = wallets.filter((wallet) => (round.parts.get(wallet) ?? 0) > 0);
  const bonusStake = round.stake - round.own;
  const bonusWin = Number((BigInt(win) * BigInt(bonusStake)) / BigInt(round.stake));
  const shares = staked.map((wallet) => Number((BigInt(bonusWin) * BigInt(round.parts.get(wallet) ?? 0)) / BigInt(Math.max(1, bonusStake))));
  shares[0] = (shares[0] ?? 0) + bonusWin - shares.reduce((sum, share) => sum + share, 0);
  staked.forEach((wallet, at) => {
    wallet.inPlay -= round.parts.get(wallet) ?? 0;
    // It was ended meanwhile: what the round brings it is lost with it.
    if (wallet.state === 'active') wallet.balance += shares[at] ?? 0;
    else wallet.lost += shares[at] ?? 0;
  });
  let counts = countsOf(round.stake, win, contribution);
  let converted = 0;
  for (const wallet of wallets) {
    const isStaked = staked.includes(wallet);
    if (wallet.state !== 'active' || (!isStaked && wallet.until <= now)) continue;
    const counted = Math.min(counts, wallet.requirement - wallet.progress);
    wallet.progress += counted;
    counts -= counted;
    if (!isStaked && counted === 0) continue;
    converted += settle(wallet);
    if (wallet.reason === null && wallet.until <= now && wallet.inPlay === 0) lose(wallet, 'expired');
  }
  return { won: win - bonusWin, converted };
}
