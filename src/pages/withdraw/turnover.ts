/** Money that was paid in and not played yet, by the platform's figures. Pure. */
import type { EndingBonus as PlatformBonus, UNPLAYED_REQUESTS, WithdrawalOptions } from '../../core/contract/withdrawals';
import { kobo, nairaToKobo, subKobo, ZERO_KOBO } from '../../core/money';
import type { Kobo } from '../../core/money';

/** The reason that the player chose for asking for unplayed money; '' where none was chosen. */
export type UnplayedChoice = (typeof UNPLAYED_REQUESTS)[number] | '';

export interface EndingBonus {
  readonly walletId: string;
  readonly version: number;
  readonly name: string;
  readonly current: Kobo;
  readonly spinsLeft: number;
  /** It waits for its deposit. */
  readonly waits: boolean;
}

export interface Turnover {
  /** The amount that is still to be played. */
  readonly left: Kobo;
  /** The whole amount that has to be played. */
  readonly total: Kobo;
  /** Why it may be withdrawn unplayed all the same; null where it may not. */
  readonly waived: string | null;
  /** The bonuses that end when it is withdrawn. */
  readonly endingBonuses: readonly EndingBonus[];
}

const toEndingBonus = ({ current, version = 0, spinsLeft = 0, waits = false, ...bonus }: PlatformBonus): EndingBonus =>
  ({ ...bonus, current: nairaToKobo(current) ?? ZERO_KOBO, version, spinsLeft, waits });

/** The bonuses that end with a withdrawal for this reason; `unplayedTurnover` is null where no unplayed money is in it. */
export function endingBonusesOf(
  options: WithdrawalOptions | null, unplayedTurnover: Turnover | null, unplayedChoice: UnplayedChoice,
): readonly EndingBonus[] {
  if (unplayedChoice !== 'closing') return unplayedTurnover?.endingBonuses ?? [];
  return (options?.turnover?.closingEnds ?? options?.turnover?.endsBonuses ?? []).map(toEndingBonus);
}

/** Null where everything was played, and for a platform without such a rule. */
export function turnoverOf(options: WithdrawalOptions | null): Turnover | null {
  const { turnover } = options ?? {};
  const left = nairaToKobo(turnover?.left);
  if (turnover === undefined || left === null || left === 0) return null;
  return {
    left,
    total: nairaToKobo(turnover.of) ?? left,
    waived: turnover.waived,
    endingBonuses: turnover.endsBonuses.map(toEndingBonus),
  };
}

/** Returns the part of the balance that can't be withdrawn now. */
export function lockedAmount(turnover: Turnover | null, unplayedChoice: UnplayedChoice): Kobo {
  return turnover === null || turnover.waived !== null || unplayedChoice !== '' ? ZERO_KOBO : turnover.left;
}

/** Returns the reason that the player chose; '' on a platform without a turnover, which takes none. */
export function unplayedChoiceOf(options: WithdrawalOptions | null, chosen: UnplayedChoice): UnplayedChoice {
  return options !== null && options.turnover === undefined ? '' : chosen;
}

export interface WithdrawalDraft {
  readonly amount: Kobo;
  readonly balance: Kobo | null;
  readonly options: WithdrawalOptions | null;
  readonly unplayedChoice: UnplayedChoice;
}

/**
 * Makes the members of a request by which the player agrees to its conditions: the reason for unplayed money, whatever the amount, and the
 * bonuses that end with it, as the page showed them.
 */
export function conditionsOf({ amount, balance, options, unplayedChoice }: WithdrawalDraft) {
  const turnover = turnoverOf(options);
  const endingBonuses = endingBonusesOf(options, takesUnplayed(amount, balance, turnover) ? turnover : null, unplayedChoice);
  return {
    ...(unplayedChoice !== '' && { unplayed: unplayedChoice }),
    ...(endingBonuses.length > 0 && { endsBonuses: endingBonuses.map(({ walletId, version }) => ({ walletId, version })) }),
  };
}

/** Returns true if this amount reaches into the money that has not been played. */
export function takesUnplayed(amount: Kobo, balance: Kobo | null, turnover: Turnover | null): boolean {
  return turnover !== null && balance !== null && amount > subKobo(balance, kobo(Math.min(turnover.left, balance)));
}
