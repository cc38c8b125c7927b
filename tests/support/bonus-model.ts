/** What must become of one player’s bonuses: kept without SQL, without a ledger and without the platform’s own arithmetic. Pure. */

export interface ModelWallet {
  readonly walletId: string;
  state: 'pending' | 'active' | 'completed' | 'expired' | 'forfeited';
  reason: string | null;
  readonly wagering: number;
  readonly maxStake: number;
  /** False: it is for another game. */
  readonly forThisGame: boolean;
  readonly validMs: number;
  readonly match: { readonly percent: number; readonly min: number; readonly max: number } | null;
  /** The one deposit it waits for. */
  readonly deposit: string | null;
  spinsLeft: number;
  readonly spinStake: number;
  readonly claimedAt: number;
  /** When it, or its wait, ends. */
  until: number;
  balance: number;
  granted: number;
  requirement: number;
  progress: number;
  converted: number;
  lost: number;
  /** Staked in open rounds: it does not end before these do. */
  inPlay: number;
}

/** In the order in which they were claimed. */
export type BonusModel = ModelWallet[];

export type NewWallet = Pick<ModelWallet, 'walletId' | 'state' | 'wagering' | 'maxStake' | 'validMs' | 'claimedAt' | 'until'> & Partial<ModelWallet>;

export function claimed(model: BonusModel, wallet: NewWallet): void {
  model.push({
    reason: null, forThisGame: true, match: null, deposit: null, spinsLeft: 0, spinStake: 0, balance: 0, granted: 0, requirement: 0, progress: 0,
    converted: 0, lost: 0, inPlay: 0, ...wallet,
  });
}

export const running = (model: BonusModel): ModelWallet[] => model.filter(({ state }) => state === 'pending' || state === 'active');

/** In the order in which they are staked from. */
export function line(model: BonusModel): ModelWallet[] {
  return model.filter(({ state }) => state === 'active').sort((a, b) => a.until - b.until || (a.walletId < b.walletId ? -1 : 1));
}

/** How many postings it took. */
export function lose(wallet: ModelWallet, reason: string): number {
  const postings = wallet.balance > 0 ? 1 : 0;
  wallet.state = reason === 'expired' ? 'expired' : 'forfeited';
  wallet.reason = reason;
  wallet.lost = wallet.balance;
  wallet.balance = 0;
  return postings;
}

export function loseAll(model: BonusModel, reason: string): number {
  return running(model).reduce((postings, wallet) => postings + lose(wallet, reason), 0);
}

const isOver = (wallet: ModelWallet, now: number): boolean => wallet.until <= now && wallet.inPlay === 0 && (wallet.state === 'active' || wallet.deposit === null);

export function expire(model: BonusModel, now: number): number {
  return running(model).filter((wallet) => isOver(wallet, now)).reduce((postings, wallet) => postings + lose(wallet, 'expired'), 0);
}

/** A round that is over at once ends what has run out, whatever it was played with; in its own posting. */
export function runOut(model: BonusModel, now: number): void {
  line(model).filter((wallet) => isOver(wallet, now)).forEach((wallet) => lose(wallet, 'expired'));
}

/** A deposit is credited; on a break no bonus begins with it. Answers how many postings there were for bonuses. */
export function credited(model: BonusModel, deposit: string, amount: number, now: number, isOnBreak = false): number {
  const own = model.find((wallet) => wallet.deposit === deposit);
  const wallet = own ?? model.find((each) => each.state === 'pending' && each.deposit === null && amount >= (each.match?.min ?? 0) && each.until > now);
  if (wallet?.state !== 'pending' || wallet.match === null) return 0;
  if (isOnBreak) {
    if (wallet === own) lose(wallet, 'cool-off');
    return 0;
  }
  wallet.granted = Math.min(wallet.match.max, Number((BigInt(amount) * BigInt(wallet.match.percent)) / 100n));
  wallet.balance = wallet.granted;
  wallet.requirement = wallet.granted * wallet.wagering;
  wallet.state = 'active';
  wallet.until = now + wallet.validMs;
  return 1;
}

export function depositEnded(model: BonusModel, deposit: string): void {
  const wallet = model.find((each) => each.deposit === deposit && each.state === 'pending');
  if (wallet !== undefined) lose(wallet, 'deposit-failed');
}

export interface Staked {
  /** Of the player’s own money. */
  readonly own: number;
  readonly parts: ReadonlyMap<ModelWallet, number>;
}

/** Whose money a stake would take, or why it can’t be. Changes nothing. */
export function splitOf(model: BonusModel, real: number, stake: number, now: number): Staked | 'insufficient-funds' | 'bonus-stake-too-high' {
  const parts = new Map<ModelWallet, number>();
  let left = stake - Math.min(stake, real);
  for (const wallet of line(model)) {
    if (left === 0 || !wallet.forThisGame || wallet.until <= now) continue;
    const part = Math.min(left, wallet.balance);
    if (part > 0) parts.set(wallet, part);
    left -= part;
  }
  if (left > 0) return 'insufficient-funds';
  if ([...parts.keys()].some(({ maxStake }) => maxStake < stake)) return 'bonus-stake-too-high';
  return { own: Math.min(stake, real), parts };
}

export interface Played {
  /** Of the player’s own money. */
  readonly won: number;
  readonly converted: number;
}

/** What counts toward wagering of a round on a game of that contribution: a stake that comes back counts nothing. */
export function countsOf(stake: number, win: number, contribution: number): number {
  return win === stake ? 0 : Number((BigInt(stake) * BigInt(contribution)) / 10_000n);
}

/** A round that took the stake so, on a game of that contribution (ten-thousandths). */
export function played(model: BonusModel, { own, parts }: Staked, stake: number, win: number, contribution: number, now: number): Played {
  const order = line(model).filter(({ forThisGame, until }) => forThisGame && until > now);
  runOut(model, now);
  // What the bonuses together win; then each its part of that, and the first whatever is over.
  const bonusStake = stake - own;
  const bonusWin = Number((BigInt(win) * BigInt(bonusStake)) / BigInt(stake));
  let over = bonusWin;
  for (const [wallet, part] of parts) {
    const share = Number((BigInt(bonusWin) * BigInt(part)) / BigInt(bonusStake));
    wallet.balance += share - part;
    over -= share;
  }
  const [first] = parts.keys();
  if (first !== undefined) first.balance += over;
  let counts = countsOf(stake, win, contribution);
  for (const wallet of order) {
    const counted = Math.min(counts, wallet.requirement - wallet.progress);
    wallet.progress += counted;
    counts -= counted;
  }
  return { won: win - bonusWin, converted: order.reduce((sum, wallet) => sum + settle(wallet), 0) };
}

/** A free spin of this wallet. */
export function spun(wallet: ModelWallet, win: number): number {
  wallet.spinsLeft -= 1;
  wallet.balance += win;
  wallet.granted += win;
  wallet.requirement += win * wallet.wagering;
  return settle(wallet);
}

/** What becomes the player’s. */
export function settle(wallet: ModelWallet): number {
  if (wallet.state !== 'active' || wallet.spinsLeft > 0 || wallet.inPlay > 0) return 0;
  if (wallet.requirement > 0 && wallet.progress === wallet.requirement) {
    wallet.state = 'completed';
    wallet.reason = 'met';
    wallet.converted = wallet.balance;
    wallet.balance = 0;
    return wallet.converted;
  }
  if (wallet.balance === 0) lose(wallet, 'played-out');
  return 0;
}

/** What is told of each, to be compared. */
export function toldOf(model: BonusModel): readonly unknown[] {
  return [...model]
    .sort((a, b) => (a.walletId < b.walletId ? -1 : 1))
    .map(({ walletId, state, reason, balance, granted, requirement, progress, spinsLeft, converted, lost }) => ({
      walletId, state, reason, balance, granted, requirement, progress, spinsLeft, converted, lost,
    }));
}
