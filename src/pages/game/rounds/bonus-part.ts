/** The bonus money in a round. Pure. */
import type { RoundAnswer } from '../../../core/contract/games';
import { formatNaira, kobo, nairaToKobo, subKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { words } from '../words';

export interface BonusPart {
  readonly staked: Kobo;
  readonly won: Kobo;
  readonly isFreeSpin: boolean;
}

type RoundMoney = Pick<RoundAnswer, 'bonus' | 'freeSpinOf' | 'win'>;

/** Null where all money was the player's own. */
export function bonusPartOf({ bonus, freeSpinOf, win }: RoundMoney): BonusPart | null {
  const isFreeSpin = freeSpinOf !== undefined;
  if (bonus === undefined && !isFreeSpin) return null;
  // The whole win of a free spin belongs to the bonus.
  const won = nairaToKobo(isFreeSpin ? win : bonus?.won) ?? kobo(0);
  return { staked: isFreeSpin ? kobo(0) : (nairaToKobo(bonus?.staked) ?? kobo(0)), won, isFreeSpin };
}

/** The part of the win that is in the balance. */
export function realWinOf(round: RoundMoney, win: Kobo): Kobo {
  return subKobo(win, bonusPartOf(round)?.won ?? kobo(0));
}

/** The stake and the win of the player's own money. Limits and reality checks count these. */
export function ownPartOf({ stake, win }: { stake: Kobo; win: Kobo }, part: BonusPart | null): [stake: Kobo, win: Kobo] {
  if (part === null) return [stake, win];
  return [part.isFreeSpin ? kobo(0) : subKobo(stake, part.staked), subKobo(win, part.won)];
}

export function bonusPartWords({ staked, won, isFreeSpin }: BonusPart): string {
  if (isFreeSpin) return won > 0 ? words.partFree(formatNaira(won)) : words.partFreeNone;
  if (staked <= 0) return '';
  return won > 0 ? words.part(formatNaira(staked), formatNaira(won)) : words.partStake(formatNaira(staked));
}
