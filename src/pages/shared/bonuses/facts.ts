/** Explains a bonus by the platform's figures. Pure. */
import type { Bonus } from '../../../core/contract/bonuses';
import { formatNaira, roundToKobo } from '../../../core/money';
import { DAY_MS, dateTime, durationWords } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { words } from './words';

/** The amount as "₦1,000". An amount that is no whole number of kobo is a dash. */
export function naira(amount: number): string {
  const exact = roundToKobo(amount);
  return exact === null ? '–' : formatNaira(exact, { whole: true });
}

export const isRunning = ({ status }: Pick<Bonus, 'status'>): boolean => status === 'active' || status === 'pending';

/** The part of the bonus that would be lost: "₦500 of bonus money and 12 free spins". It is null when nothing would be. */
export function atStake({ current, freeSpins }: Pick<Bonus, 'current' | 'freeSpins'>): string | null {
  const money = current > 0 ? words.bonusMoney(naira(current)) : null;
  const spins = freeSpins !== null && freeSpins.left > 0 ? words.freeSpins(freeSpins.left) : null;
  return money === null || spins === null ? (money ?? spins) : words.both(money, spins);
}

/** A time in words: "6 days", "3 h 05 min". */
export function leftWords(ms: number): string {
  return ms >= 2 * DAY_MS ? words.days(Math.floor(ms / DAY_MS)) : durationWords(ms);
}

/** Says when the bonus ends, and what would be lost then. */
export function endWords(bonus: Bonus, nowMs: number): string {
  const { expiresAt, status } = bonus;
  if (bonus.isPaused === true) return words.paused;
  if (expiresAt === null) return '';
  const at = Date.parse(expiresAt);
  if (status === 'pending') return words.waits(dateTime(at));
  const { requirement, progress, current } = bonus;
  const isMet = requirement > 0 && progress >= requirement;
  const what = atStake({ ...bonus, current: isMet ? 0 : current });
  const ends = at > nowMs ? words.ends(leftWords(at - nowMs), dateTime(at)) : words.endsSoon(dateTime(at));
  return [ends, ...(isMet ? [words.convertsThen] : []), ...(what === null ? [] : [words.lostThen(what)])].join(' ');
}

/**
 * Compares the expected cost of the cheapest game with the money in the bonus. It is null where no game counts, or nothing has to be
 * staked.
 */
export function costVerdict({ costs, current, requirement, progress }: Pick<Bonus, 'costs' | 'current' | 'requirement' | 'progress'>): string | null {
  const shares = costs.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  if (shares.length === 0 || progress >= requirement) return null;
  const cheapest = Math.min(...shares);
  return (cheapest > current ? words.costMore : words.costLess)(naira(cheapest), naira(current));
}

/** Reasons of a bonus that never began, so nothing was in it. */
const NEVER_BEGAN: readonly (string | null)[] = ['deposit-failed', 'cool-off'];

/** The rules of a running bonus, one a line. `names` are those of the only games in which it can be played. */
export function ruleLines({ maxStake, limitsEveryStake, mostConverted, granted, match, freeSpins }: Bonus, names: string | null): readonly string[] {
  const isLimited = limitsEveryStake === true;
  return [
    (isLimited ? words.maxStakeEvery : words.maxStake)(naira(maxStake)),
    // While nothing is granted there is nothing to multiply.
    ...(typeof mostConverted === 'number' && granted > 0 ? [words.mostConverted(naira(mostConverted))] : []),
    ...(isLimited && match === null && freeSpins === null ? [words.endsWithWithdrawal] : []),
    ...(names === null ? [] : [words.onlyIn(names)]),
  ];
}

/** Says in one or two sentences how the bonus ended. */
export function endingWords({ endReason, converted, lost }: Pick<Bonus, 'endReason' | 'converted' | 'lost'>): string {
  const reason = endReason === null ? '' : (entryOf(words.reasons, endReason) ?? '');
  const money = converted > 0 ? `${words.converted(naira(converted))}${lost > 0 ? ` ${words.lostAbove(naira(lost))}` : ''}` : lost > 0 ? words.lost(naira(lost)) : words.nothing;
  return `${reason} ${NEVER_BEGAN.includes(endReason) ? '' : money}`.trim();
}
