/** The effect of the player's bonuses on the next stake in one game. Pure. The platform decides; this only shows it beforehand. */
import type { Bonus } from '../../../core/contract/bonuses';
import { kobo, nairaToKobo, subKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';

export interface FreeSpins {
  readonly walletId: string;
  readonly left: number;
  readonly stake: Kobo;
}

export interface GameBonus {
  /** Bonus money that may be staked here. */
  readonly available: Kobo;
  /** The bonus money in the stake; 0 while the balance is enough. */
  readonly inStake: Kobo;
  /** The largest stake with bonus money: the smallest limit of the wallets it would take from. It is null where there is none. */
  readonly maxStake: Kobo | null;
  /** The largest stake of any kind while the bonuses run; null where they limit none but their own. */
  readonly mostStake: Kobo | null;
  /** The free spins that end first. */
  readonly freeSpins: FreeSpins | null;
}

const inKobo = (amount: number): Kobo => nairaToKobo(amount) ?? kobo(0);
const endOf = ({ expiresAt }: Bonus): number => (expiresAt === null ? Infinity : Date.parse(expiresAt));

const smallest = (bonuses: readonly Bonus[]): Kobo | null =>
  bonuses.length === 0 ? null : kobo(Math.min(...bonuses.map(({ maxStake }) => inKobo(maxStake))));
const activeOf = (bonuses: readonly Bonus[]): readonly Bonus[] => bonuses.filter(({ status }) => status === 'active');

/** The largest stake that the running bonuses allow in any game, real money or not; null where they allow all. */
export const mostStakeOf = (bonuses: readonly Bonus[]): Kobo | null =>
  smallest(activeOf(bonuses).filter(({ limitsEveryStake }) => limitsEveryStake === true));

/** `stake` and `balance` are null where they are not known. */
export function gameBonusOf(bonuses: readonly Bonus[], gameId: string, stake: Kobo | null, balance: Kobo | null): GameBonus {
  const active = activeOf(bonuses).toSorted((a, b) => endOf(a) - endOf(b) || (a.walletId < b.walletId ? -1 : 1));
  const usable = active.filter(({ games, current }) => current > 0 && (games === null || games.includes(gameId)));
  const available = kobo(usable.reduce((sum, { current }) => sum + inKobo(current), 0));
  const bonusNeeded = stake === null || balance === null ? kobo(0) : kobo(Math.max(0, subKobo(stake, balance)));
  let missing: number = bonusNeeded;
  const inUse = usable.filter((bonus) => {
    const isTaken = missing > 0;
    missing -= inKobo(bonus.current);
    return isTaken;
  });
  const limiting = active.filter((bonus) => bonus.limitsEveryStake === true || (inUse.length > 0 ? inUse : usable).includes(bonus));
  const spins = active.find((bonus) => bonus.freeSpins !== null && bonus.freeSpins.gameId === gameId && bonus.freeSpins.left > 0);
  return {
    available,
    inStake: kobo(Math.min(bonusNeeded, available)),
    maxStake: usable.length === 0 ? null : smallest(limiting),
    mostStake: mostStakeOf(active),
    freeSpins: spins?.freeSpins ? { walletId: spins.walletId, left: spins.freeSpins.left, stake: inKobo(spins.freeSpins.stake) } : null,
  };
}
