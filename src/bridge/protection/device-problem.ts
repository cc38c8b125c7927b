/**
 * Applies the breaks and limits that the platform does not know of yet, because they hold in this browser already, in every tab.
 * They are looked up in the outbox when money is about to be sent.
 */
import type { Problem } from '../../core/contract/problem';
import { protection } from '../../core/contract/protection';
import { formatNaira, nairaToKobo, ZERO_KOBO } from '../../core/money';
import { KINDS_OF_DEPOSIT, KINDS_OF_STAKE, lowestRemainingLimit, unreadLimits, waitingExclusion, waitingLimits } from '../../core/protection-view';
import type { UnreadLimit } from '../../core/protection-view';
import { periodEnd } from '../../core/protection';
import type { LimitKind } from '../../core/protection';
import { outboxOf } from '../../data/outbox';
import { getSnapshot } from '../../data/snapshots';
import { protectionStore } from '../../state/protection';
import type { Bridge } from '../bridge';
import { bindingWords } from './binding-words';

/** The rules in this browser that may stop a payment: breaks and, for an amount in decimal naira, limits on it. */
export type DeviceCheck =
  | { readonly is: 'break-only' }
  | { readonly is: 'deposit' | 'stake'; readonly amount: number };

/** Returns why the payment must not be sent, in the form of a problem of the platform; null where nothing on this device forbids it. */
export async function deviceProblem({ clock, database }: Pick<Bridge, 'clock' | 'database'>, userId: string, check: DeviceCheck): Promise<Problem | null> {
  const items = await outboxOf(database, userId);
  const exclusion = waitingExclusion(items);
  if (exclusion !== null) {
    const code = exclusion.state === 'excluded' ? 'self-excluded' : 'cool-off';
    return { title: bindingWords.break, status: 403, code, detail: bindingWords.break };
  }
  if (check.is === 'break-only') return null;
  const isPaidIn = check.is === 'deposit';
  const kinds: readonly LimitKind[] = isPaidIn ? KINDS_OF_DEPOSIT : KINDS_OF_STAKE;
  const field = isPaidIn ? 'amount' : 'stake';
  const amount = nairaToKobo(check.amount) ?? ZERO_KOBO;
  const overLimit = (detail: string): Problem => ({ title: detail, status: 403, code: 'limit-exceeded', detail, errors: [{ field, message: detail }] });
  // The period of such a limit is not known here, but no single payment above its amount can be within it.
  const isOverUnread = ({ kind: on, amount: most }: UnreadLimit) => (on === null || kinds.includes(on)) && (most === null || amount > most);
  if (unreadLimits(items).some(isOverUnread)) return overLimit(bindingWords.unreadLimit);
  const lowerLimits = waitingLimits(items);
  if (lowerLimits.length === 0) return null;
  const current = protectionStore.getState().protection ?? (await getSnapshot(database, userId, 'protection', protection))?.data;
  const limits = current?.limits ?? lowerLimits.map(({ kind: on, period }) => ({
    kind: on, period, amount: null, ceiling: null, used: 0, left: null, pending: null,
    resetsAt: new Date(periodEnd(period, clock.now())).toISOString(),
  }));
  const lowest = lowestRemainingLimit(kinds, limits, lowerLimits, clock.now());
  if (lowest === null || amount <= lowest.remaining) return null;
  return overLimit(bindingWords.limit(formatNaira(lowest.remaining, { whole: true }), formatNaira(lowest.limit, { whole: true })));
}
