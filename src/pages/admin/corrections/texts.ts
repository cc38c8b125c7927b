/** The texts about one correction. Pure. */
import type { Correction } from '../../../core/contract/corrections';
import { roundToKobo } from '../../../core/money';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { nairaText } from '../desk/amount-text';
import { words } from './words';

export const nameOf = ({ player }: Pick<Correction, 'player'>): string => player?.name ?? words.nobody;

/** `₦1,200 to Ada Obi`. */
export function whatOf(item: Pick<Correction, 'player' | 'amount'>): string {
  const money = nairaText(Math.abs(item.amount));
  if (item.amount === 0) return words.nothing(nameOf(item));
  return item.amount > 0 ? words.credit(money, nameOf(item)) : words.debit(money, nameOf(item));
}

/** The balance after it, as far as the page knows; null where no balance is part of it. */
export function balanceAfter({ player, amount }: Pick<Correction, 'player' | 'amount'>): number | null {
  const [real, change] = [roundToKobo(player?.real ?? NaN), roundToKobo(amount)];
  return real === null || change === null || change === 0 ? null : (real + change) / 100;
}

/** States exactly what a confirmation does now. */
export function effectOf(item: Pick<Correction, 'player' | 'amount'>): string {
  if (item.amount === 0) return words.effect.nothing;
  const after = balanceAfter(item);
  const effect = item.amount > 0 ? words.effect.credit : words.effect.debit;
  return effect(nairaText(Math.abs(item.amount)), nameOf(item), after === null ? '–' : nairaText(after));
}

export const reasonText = (code: string): string => entryOf(words.reasons, code) ?? entryOf(words.caseReasons, code) ?? code;

/** How long something waits, in the largest unit that fits. */
export function agoText(atMs: number, nowMs: number): string {
  const age = nowMs - atMs;
  if (age < MINUTE_MS) return words.ago.now;
  if (age < HOUR_MS) return words.ago.minutes(Math.floor(age / MINUTE_MS));
  if (age < DAY_MS) return words.ago.hours(Math.floor(age / HOUR_MS));
  return words.ago.days(Math.floor(age / DAY_MS));
}
