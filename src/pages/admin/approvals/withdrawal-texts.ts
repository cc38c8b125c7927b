/** The texts about one withdrawal. Pure. */
import type { AdminWithdrawal, RelatedAccount } from '../../../core/contract/approvals';
import { formatMoney, nairaToKobo } from '../../../core/money';
import { DAY_MS, shortDate } from '../../../core/time';
import { words } from './words';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `₦120,000`, with kobo where there are some. A dash for what is no whole number of kobo. */
export function moneyOf({ amount, currency }: Pick<AdminWithdrawal, 'amount' | 'currency'>): string {
  const kobo = nairaToKobo(amount);
  return kobo === null ? '–' : formatMoney(kobo, currency, { whole: true });
}

/** `Access Bank ••••1234, ADA OBI`. */
export function placeOf({ bankName, lastFour, accountName }: Pick<AdminWithdrawal, 'bankName' | 'lastFour' | 'accountName'>): string {
  return `${bankName} ••••${lastFour}, ${accountName}`;
}

/** `₦120,000 for Ada Obi`. */
export const requestOf = (item: AdminWithdrawal): string => words.request(moneyOf(item), item.player.name);

/** `bola: NIN not checked, since 02/01/2026, ₦50,000 from prizes and bonuses`. */
export function relatedWords({ username, verification, memberSince, isClosed, prizes, bonuses }: RelatedAccount, currency: 'NGN'): string {
  const got = prizes + bonuses;
  const since = shortDate(Date.parse(memberSince));
  return words.related(username, words.verification[verification], since, isClosed, got === 0 ? '' : words.got(moneyOf({ amount: got, currency })));
}

/** How long something waits, in the largest unit that fits. */
export function agoWords(atMs: number, nowMs: number): string {
  const age = nowMs - atMs;
  if (age < MINUTE_MS) return words.ago.now;
  if (age < HOUR_MS) return words.ago.minutes(Math.floor(age / MINUTE_MS));
  if (age < DAY_MS) return words.ago.hours(Math.floor(age / HOUR_MS));
  return words.ago.days(Math.floor(age / DAY_MS));
}

/** How many persons the waiting withdrawals need, where the admins count as fewer. It is null where there are enough. */
export function missingPersons(pending: readonly AdminWithdrawal[], persons: number | null): number | null {
  const needed = Math.max(0, ...pending.map((item) => item.approvalsNeeded));
  return persons !== null && persons < needed ? needed : null;
}

/** States exactly what an approval by this admin does now. */
export function consequenceOf(item: AdminWithdrawal): string {
  const nth = item.approvals.length + 1;
  if (nth < item.approvalsNeeded) return words.notLast(nth, item.approvalsNeeded);
  const [money, place] = [moneyOf(item), placeOf(item)];
  const effectText = item.approvalsNeeded === 1 ? words.lastOne(money, place) : words.lastOf(nth, money, place);
  return `${effectText} ${words.final}`;
}

/** The text after an approval. */
export function approvedWords(item: AdminWithdrawal): string {
  if (item.state !== 'checking') return words.approvedAll(requestOf(item), placeOf(item));
  return words.approvedMore(requestOf(item), Math.max(1, item.approvalsNeeded - item.approvals.length));
}

