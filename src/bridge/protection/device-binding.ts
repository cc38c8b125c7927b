/**
 * What a player asked for and the platform does not know of yet holds in this browser, in every tab: looked up where it is
 * written down, at the moment money is about to be asked for.
 */
import type { Problem } from '../../core/contract/problem';
import { protection } from '../../core/contract/protection';
import { formatNaira, nairaToKobo } from '../../core/money';
import type { IntentKind } from '../../core/intent';
import { KINDS_OF_DEPOSIT, KINDS_OF_STAKE, lowestLeft, waitingExclusion, waitingLimits } from '../../core/protection-view';
import { periodEnd, stateOfLength } from '../../core/protection';
import { outboxOf } from '../../data/outbox';
import { getSnapshot } from '../../data/snapshots';
import { protectionStore } from '../../state/protection';
import { now } from '../platform/clock';
import { database } from '../storage/database';
import { bindingWords } from './binding-words';

interface Wish {
  readonly kind: IntentKind;
  readonly userId: string;
  readonly body: unknown;
}

/** Decimal naira of a deposit or a stake. */
function amountOf(body: unknown): number {
  const { amount, stake } = (typeof body === 'object' && body !== null ? body : {}) as { amount?: unknown; stake?: unknown };
  return nairaToKobo(amount ?? stake) ?? 0;
}

/** Of a deposit that is held: crediting it pays in, sending it back is always open. */
function isSentBack(body: unknown): boolean {
  return typeof body === 'object' && body !== null && (body as { choice?: unknown }).choice === 'send-back';
}

/** Why it is not sent, as the platform would say it; null where nothing here speaks against it. Withdrawing is always open. */
export async function barredHere({ kind, userId, body }: Wish): Promise<Problem | null> {
  if (kind === 'withdrawal' || kind === 'forfeit') return null;
  if (kind === 'choice' && isSentBack(body)) return null;
  // An open round may always be finished; what adds to its stake is a stake.
  if (kind === 'action' && amountOf(body) === 0) return null;
  const items = await outboxOf(database, userId);
  const exclusion = waitingExclusion(items);
  if (exclusion !== null) {
    const code = stateOfLength(exclusion.length) === 'excluded' ? 'self-excluded' : 'cool-off';
    return { title: bindingWords.break, status: 403, code, detail: bindingWords.break };
  }
  // A claim stakes nothing, and pays nothing in.
  if (kind === 'claim') return null;
  const lowered = waitingLimits(items);
  if (lowered.length === 0) return null;
  const known = protectionStore.getState().protection ?? (await getSnapshot(database, userId, 'protection', protection))?.data;
  const limits = known?.limits ?? lowered.map(({ kind: on, period }) => ({
    kind: on, period, amount: null, ceiling: null, used: 0, left: null, pending: null,
    resetsAt: new Date(periodEnd(period, now())).toISOString(),
  }));
  const isPaidIn = kind === 'deposit' || kind === 'choice';
  const kinds = isPaidIn ? KINDS_OF_DEPOSIT : KINDS_OF_STAKE;
  const most = lowestLeft(kinds, limits, lowered, now());
  if (most === null || amountOf(body) <= most.left) return null;
  const detail = bindingWords.limit(formatNaira(most.left, { whole: true }), formatNaira(most.limit, { whole: true }));
  const field = isPaidIn ? 'amount' : 'stake';
  return { title: detail, status: 403, code: 'limit-exceeded', detail, errors: [{ field, message: detail }] };
}
