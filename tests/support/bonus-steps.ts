/** Models what a round of several steps does to one player’s bonuses, without SQL and without the platform’s own arithmetic. Pure. */
import { countTowardWagering, isMet, listActive, loseWallet, settleWallet } from './bonus-model';
import type { BonusModel, ModelWallet } from './bonus-model';

/** An open round in the model; money is in kobo. */
export interface OpenRoundModel {
  readonly roundId: string;
  readonly gameId: string;
  readonly firstStake: number;
  readonly startedAt: number;
  /** The round as the platform showed it last. */
  view: unknown;
  step: number;
  stake: number;
  /** The real money in the stakes, and each wallet’s part; a wallet toward which the round only counts is there with 0. */
  own: number;
  readonly parts: Map<ModelWallet, number>;
  /** The part of the stakes that was paid in and not played before. */
  unplayed: number;
}

type Round = Pick<OpenRoundModel, 'stake' | 'own' | 'parts'> & Partial<Pick<OpenRoundModel, 'startedAt'>>;

/** Adds a stake to a round, or returns why it is refused. The bonuses do not change; the result says what is taken from them. */
export function addStake(model: BonusModel, real: number, amount: number, now: number, round: Round): Round | 'insufficient-funds' | 'bonus-stake-too-high' {
  const parts = new Map(round.parts);
  const { startedAt = now } = round;
  // Where bonus money began the round, the player's own money stays out of it.
  const own = round.stake > round.own ? 0 : Math.min(amount, real);
  const live = listActive(model).filter(({ until, runsSince }) => until > now && runsSince <= startedAt);
  let remaining = amount - own;
  for (const wallet of live) {
    const part = Math.min(remaining, wallet.balance);
    parts.set(wallet, (parts.get(wallet) ?? 0) + part);
    remaining -= part;
  }
  if (remaining > 0) return round.stake > round.own ? 'bonus-stake-too-high' : 'insufficient-funds';
  const stake = round.stake + amount;
  const limiting = listActive(model).filter((wallet) => live.includes(wallet) || (parts.get(wallet) ?? 0) > 0);
  if (limiting.some(({ maxStake }) => maxStake < stake)) return 'bonus-stake-too-high';
  return { stake, own: round.own + own, parts };
}

/** Takes the added stake from the bonuses. */
export function takeStake(before: Round, after: Round): void {
  for (const [wallet, part] of after.parts) {
    const addedStake = part - (before.parts.get(wallet) ?? 0);
    wallet.balance -= addedStake;
    wallet.inPlay += addedStake;
  }
}

/** Ends the round. Returns the real money of the win, and the bonus money that becomes real. */
export function endRound(round: Round, win: number, contribution: number, now: number): { readonly won: number; readonly converted: number } {
  const wallets = [...round.parts.keys()].sort((a, b) => a.until - b.until || (a.walletId < b.walletId ? -1 : 1));
  const staked = wallets.filter((wallet) => (round.parts.get(wallet) ?? 0) > 0);
  const bonusStake = round.stake - round.own;
  const bonusWin = Number((BigInt(win) * BigInt(bonusStake)) / BigInt(round.stake));
  const shares = staked.map((wallet) => Number((BigInt(bonusWin) * BigInt(round.parts.get(wallet) ?? 0)) / BigInt(Math.max(1, bonusStake))));
  shares[0] = (shares[0] ?? 0) + bonusWin - shares.reduce((sum, share) => sum + share, 0);
  staked.forEach((wallet, at) => {
    wallet.inPlay -= round.parts.get(wallet) ?? 0;
    // The wallet may have ended meanwhile; then it loses what the round brings it.
    if (wallet.state === 'active') wallet.balance += shares[at] ?? 0;
    else wallet.lost += shares[at] ?? 0;
  });
  let counts = countTowardWagering(round.stake, win, contribution);
  let converted = 0;
  for (const wallet of wallets) {
    const isStaked = staked.includes(wallet);
    if (wallet.state !== 'active' || (!isStaked && wallet.until <= now)) continue;
    const counted = Math.min(counts, wallet.requirement - wallet.progress);
    wallet.progress += counted;
    counts -= counted;
    if (!isStaked && counted === 0) continue;
    converted += settleWallet(wallet);
    if (wallet.reason === null && wallet.until <= now && wallet.inPlay === 0 && wallet.spinsLeft === 0 && !isMet(wallet)) loseWallet(wallet, 'expired');
  }
  return { won: win - bonusWin, converted };
}
