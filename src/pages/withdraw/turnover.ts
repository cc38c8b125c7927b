/** Money that was paid in and not played yet, as the platform says it. Pure. */
import type { UNPLAYED_REQUESTS, WithdrawalOptions } from '../../core/contract/withdrawals';
import { kobo, nairaToKobo, subKobo, ZERO_KOBO } from '../../core/money';
import type { Kobo } from '../../core/money';

/** Why unplayed money is asked for; '' where it is not. */
export type UnplayedRequest = (typeof UNPLAYED_REQUESTS)[number] | '';

export interface EndingBonus {
  readonly name: string;
  readonly current: Kobo;
}

export interface Turnover {
  /** Still to be played, of so much. */
  readonly left: Kobo;
  readonly of: Kobo;
  /** Why it may be withdrawn unplayed all the same; null where it may not. */
  readonly waived: string | null;
  /** The bonuses that end when it is withdrawn. */
  readonly ending: readonly EndingBonus[];
}

/** Null where everything was played, and for a platform without such a rule. */
export function turnoverOf(options: WithdrawalOptions | null): Turnover | null {
  const { turnover } = options ?? {};
  const left = nairaToKobo(turnover?.left);
  if (turnover === undefined || left === null || left === 0) return null;
  return {
    left,
    of: nairaToKobo(turnover.of) ?? left,
    waived: turnover.waived,
    ending: turnover.endsBonuses.map(({ name, current }) => ({ name, current: nairaToKobo(current) ?? ZERO_KOBO })),
  };
}

/** What of the balance can't be withdrawn now. */
export function lockedOf(turnover: Turnover | null, request: UnplayedRequest): Kobo {
  return turnover === null || turnover.waived !== null || request !== '' ? ZERO_KOBO : turnover.left;
}

/** What the player has chosen to ask for. A platform that says nothing of turnover takes no such request. */
export function requestOf(options: WithdrawalOptions | null, chosen: UnplayedRequest): UnplayedRequest {
  return options !== null && options.turnover === undefined ? '' : chosen;
}

/** What the request for this amount says beside it: what the player has chosen, whatever the amount, and that bonuses end with it. */
export function consentsOf(amount: Kobo, balance: Kobo | null, turnover: Turnover | null, request: UnplayedRequest) {
  return {
    ...(request !== '' && { unplayed: request }),
    // The page has said which bonuses end, and the player has agreed.
    ...(takesUnplayed(amount, balance, turnover) && turnover?.ending.length && { endsBonuses: true as const }),
  };
}

/** Whether this amount has unplayed money in it. */
export function takesUnplayed(amount: Kobo, balance: Kobo | null, turnover: Turnover | null): boolean {
  return turnover !== null && balance !== null && amount > subKobo(balance, kobo(Math.min(turnover.left, balance)));
}
