/** A model of one player’s bonuses, without SQL, without a ledger and without the platform’s own arithmetic. Pure. */

export interface ModelWallet {
  readonly walletId: string;
  state: 'pending' | 'active' | 'completed' | 'expired' | 'forfeited';
  reason: string | null;
  readonly wagering: number;
  /** The largest stake while the bonus runs, of real and of bonus money alike. */
  readonly maxStake: number;
  /** The cap: at most this many times the granted amount becomes real money. */
  readonly capTimes: number;
  /** The game's contribution when the bonus was claimed, in ten-thousandths; a later, lower one does not apply to the bonus. */
  readonly countsAtClaim: number;
  /** False for a bonus for another game. */
  readonly forThisGame: boolean;
  readonly validMs: number;
  readonly match: { readonly percent: number; readonly min: number; readonly max: number } | null;
  /** The deposit that the bonus waits for; null = any. */
  readonly deposit: string | null;
  spinsLeft: number;
  readonly spinStake: number;
  readonly claimedAt: number;
  /** When it became active, or came back last. */
  runsSince: number;
  /** The end of the bonus, or of its wait. */
  until: number;
  balance: number;
  granted: number;
  requirement: number;
  progress: number;
  converted: number;
  lost: number;
  /** The money in open rounds; the bonus does not end before these do. */
  inPlay: number;
  /** Deposits since the bonus began, less the unplayed money of them that was withdrawn. */
  paidInLater: number;
  endedAt: number;
  /** The withdrawal that ended it, while it can still come back. */
  endedBy: string | null;
}

/** The bonuses in the order in which they were claimed. */
export type BonusModel = ModelWallet[];

export type NewWallet = Pick<ModelWallet, 'walletId' | 'state' | 'wagering' | 'maxStake' | 'validMs' | 'claimedAt' | 'until'> & Partial<ModelWallet>;

export function addWallet(model: BonusModel, wallet: NewWallet): void {
  model.push({
    reason: null, capTimes: 5, countsAtClaim: 0, forThisGame: true, match: null, deposit: null, spinsLeft: 0, spinStake: 0,
    balance: 0, granted: 0, requirement: 0, progress: 0,
    converted: 0, lost: 0, inPlay: 0, paidInLater: 0, endedAt: 0, endedBy: null, runsSince: wallet.claimedAt, ...wallet,
  });
}

export const listRunning = (model: BonusModel): ModelWallet[] => model.filter(({ state }) => state === 'pending' || state === 'active');

/** Lists the active bonuses in the order in which stakes take from them. */
export function listActive(model: BonusModel): ModelWallet[] {
  return model.filter(({ state }) => state === 'active').sort((a, b) => a.until - b.until || (a.walletId < b.walletId ? -1 : 1));
}

/** Ends a bonus without paying it out; returns the number of postings. */
export function loseWallet(wallet: ModelWallet, reason: string): number {
  const postings = wallet.balance > 0 ? 1 : 0;
  wallet.state = reason === 'expired' ? 'expired' : 'forfeited';
  wallet.reason = reason;
  wallet.lost = wallet.balance;
  wallet.balance = 0;
  return postings;
}

/** Ends all bonuses for good at an exclusion, also those that could come back; one whose wagering is done is paid out. */
export function excludeAll(model: BonusModel): Ended {
  for (const wallet of model) wallet.endedBy = null;
  return endOrConvert(listRunning(model), 'excluded');
}

/** Ends a bonus with a withdrawal; returns the number of postings. */
export function loseWithWithdrawal(wallet: ModelWallet, withdrawalId: string, now: number): number {
  wallet.endedBy = withdrawalId;
  wallet.endedAt = now;
  return loseWallet(wallet, 'withdrawn');
}

/** Brings a bonus back that ended with a withdrawal, with the time that it had left; returns the number of postings. */
export function returnWallet(wallet: ModelWallet, now: number): number {
  wallet.state = 'active';
  wallet.runsSince = now;
  wallet.reason = null;
  wallet.endedBy = null;
  wallet.balance = wallet.lost;
  wallet.lost = 0;
  wallet.until += now - wallet.endedAt;
  return wallet.balance > 0 ? 1 : 0;
}

const hasRunOut = (wallet: ModelWallet, now: number): boolean => wallet.until <= now && wallet.inPlay === 0 && (wallet.state === 'active' || wallet.deposit === null);

export const isMet = ({ requirement, progress }: ModelWallet): boolean => requirement > 0 && progress === requirement;

interface Ended {
  readonly postings: number;
  readonly converted: number;
}

/** Ends bonuses: one whose wagering is done is paid out, and its free spins lapse. */
function endOrConvert(ending: readonly ModelWallet[], reason: string): Ended {
  let [postings, converted] = [0, 0];
  for (const wallet of ending) {
    if (isMet(wallet)) {
      postings += wallet.balance > 0 ? 1 : 0;
      wallet.spinsLeft = 0;
      converted += payOut(wallet);
    } else postings += loseWallet(wallet, reason);
  }
  return { postings, converted };
}

/** Ends what has run out. */
export const expire = (model: BonusModel, now: number): Ended => endOrConvert(listRunning(model).filter((each) => hasRunOut(each, now)), 'expired');

/**
 * Expires the active bonuses whose time is over, as every round does that ends at once, in its own posting; not those that will be paid out or have
 * spins left.
 */
export function expireActive(model: BonusModel, now: number): void {
  listActive(model).filter((wallet) => hasRunOut(wallet, now) && wallet.spinsLeft === 0 && !isMet(wallet)).forEach((wallet) => loseWallet(wallet, 'expired'));
}

/** Credits a deposit; on a break no bonus begins with it. Returns the number of postings for bonuses. */
export function creditDeposit(model: BonusModel, deposit: string, amount: number, now: number, isOnBreak = false): number {
  for (const wallet of model) if (wallet.state === 'active' || wallet.endedBy !== null) wallet.paidInLater += amount;
  const own = model.find((wallet) => wallet.deposit === deposit);
  const wallet = own ?? model.find((each) => each.state === 'pending' && each.deposit === null && amount >= (each.match?.min ?? 0) && each.until > now);
  if (wallet?.state !== 'pending' || wallet.match === null) return 0;
  if (isOnBreak) {
    if (wallet === own) loseWallet(wallet, 'cool-off');
    return 0;
  }
  wallet.granted = Math.min(wallet.match.max, Number((BigInt(amount) * BigInt(wallet.match.percent)) / 100n));
  wallet.balance = wallet.granted;
  wallet.requirement = wallet.granted * wallet.wagering;
  wallet.state = 'active';
  wallet.runsSince = now;
  wallet.until = now + wallet.validMs;
  return 1;
}

export function endDeposit(model: BonusModel, deposit: string): void {
  const wallet = model.find((each) => each.deposit === deposit && each.state === 'pending');
  if (wallet !== undefined) loseWallet(wallet, 'deposit-failed');
}

export interface StakeSplit {
  /** The part from the player’s own money. */
  readonly own: number;
  readonly parts: ReadonlyMap<ModelWallet, number>;
}

/** Splits a stake into real money and bonuses, or returns why it is refused. Changes nothing. */
export function splitStake(model: BonusModel, real: number, stake: number, now: number): StakeSplit | 'insufficient-funds' | 'bonus-stake-too-high' {
  const parts = new Map<ModelWallet, number>();
  let remaining = stake - Math.min(stake, real);
  for (const wallet of listActive(model)) {
    if (remaining === 0 || !wallet.forThisGame || wallet.until <= now) continue;
    const part = Math.min(remaining, wallet.balance);
    if (part > 0) parts.set(wallet, part);
    remaining -= part;
  }
  if (remaining > 0) return 'insufficient-funds';
  if (listActive(model).some(({ maxStake, until }) => until > now && maxStake < stake)) return 'bonus-stake-too-high';
  return { own: Math.min(stake, real), parts };
}

export interface PlayResult {
  /** The win that goes to the player’s own money. */
  readonly won: number;
  readonly converted: number;
}

/** Returns the amount that counts toward wagering on a game of that contribution; a stake that comes back counts nothing. */
export function countTowardWagering(stake: number, win: number, contribution: number): number {
  return win === stake ? 0 : Number((BigInt(stake) * BigInt(contribution)) / 10_000n);
}

/** Settles a round with this split of the stake, on a game of that contribution (ten-thousandths). */
export function settlePlay(model: BonusModel, { own, parts }: StakeSplit, stake: number, win: number, contribution: number, now: number): PlayResult {
  const order = listActive(model).filter(({ forThisGame, until }) => forThisGame && until > now);
  expireActive(model, now);
  // The bonuses win together; each gets its part of that, and the first one the remainder.
  const bonusStake = stake - own;
  const bonusWin = Number((BigInt(win) * BigInt(bonusStake)) / BigInt(stake));
  let remainder = bonusWin;
  for (const [wallet, part] of parts) {
    const share = Number((BigInt(bonusWin) * BigInt(part)) / BigInt(bonusStake));
    wallet.balance += share - part;
    remainder -= share;
  }
  const [first] = parts.keys();
  if (first !== undefined) first.balance += remainder;
  let counted = 0;
  for (const wallet of order) {
    const counts = countTowardWagering(stake, win, Math.max(contribution, wallet.countsAtClaim));
    const own = Math.min(Math.max(0, counts - counted), wallet.requirement - wallet.progress);
    wallet.progress += own;
    counted += own;
  }
  return { won: win - bonusWin, converted: order.reduce((sum, wallet) => sum + settleWallet(wallet), 0) };
}

/** Settles a free spin of this wallet; returns the amount that becomes real money. */
export function playSpin(wallet: ModelWallet, win: number): number {
  wallet.spinsLeft -= 1;
  wallet.balance += win;
  wallet.granted += win;
  wallet.requirement += win * wallet.wagering;
  return settleWallet(wallet);
}

/** Pays out a bonus whose wagering is done, as far as its cap allows; returns the amount that becomes real money. */
function payOut(wallet: ModelWallet): number {
  wallet.state = 'completed';
  wallet.reason = 'met';
  wallet.converted = Math.min(wallet.balance, wallet.granted * wallet.capTimes);
  wallet.lost = wallet.balance - wallet.converted;
  wallet.balance = 0;
  return wallet.converted;
}

/** Ends a wallet that is done; returns the amount that becomes real money. */
export function settleWallet(wallet: ModelWallet): number {
  if (wallet.state !== 'active' || wallet.spinsLeft > 0 || wallet.inPlay > 0) return 0;
  if (isMet(wallet)) return payOut(wallet);
  if (wallet.balance === 0) loseWallet(wallet, 'played-out');
  return 0;
}

/** Returns the fields of each bonus that tests compare with the database. */
export function toComparable(model: BonusModel): readonly unknown[] {
  return [...model]
    .sort((a, b) => (a.walletId < b.walletId ? -1 : 1))
    .map(({ walletId, state, reason, balance, granted, requirement, progress, spinsLeft, converted, lost }) => ({
      walletId, state, reason, balance, granted, requirement, progress, spinsLeft, converted, lost,
    }));
}
