import { useEffect, useMemo } from 'react';
import { loadProtection } from '../../../bridge/actions/protection';
import { useOutbox } from '../../../bridge/outbox/use-outbox';
import { useProtection } from '../../../bridge/protection/use-protection';
import { formatNaira } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import type { LimitKind } from '../../../core/protection';
import { lowestRemainingLimit, waitingLimits } from '../../../core/protection-view';
import { clock } from '../../../core/time';
import { words } from './words';

export interface LimitNote {
  /** Stands beside the amount: the money that is left under the limit that stops first; null where none is set or known. */
  readonly text: string | null;
  /** Stands at the field: the amount is above the limit; null where it is not. */
  readonly over: string | null;
}

const naira = (amount: Kobo) => formatNaira(amount, { whole: true });

/** Works out what the limits leave for an amount (null: none is typed) on this device. A lowered limit that still waits counts. */
export function useLimitNote(kinds: readonly LimitKind[], amount: Kobo | null): LimitNote {
  const limits = useProtection((state) => state.protection?.limits);
  const items = useOutbox((outbox) => outbox.items);
  const tightest = useMemo(
    () => (limits === undefined ? null : lowestRemainingLimit(kinds, limits, waitingLimits(items), clock.now())),
    [kinds, limits, items],
  );
  const isOver = tightest !== null && amount !== null && amount > tightest.remaining;
  // The figures here may be old; the platform's own count decides.
  useEffect(() => {
    if (isOver) void loadProtection();
  }, [isOver]);
  if (tightest === null) return { text: null, over: null };
  const [leftText, limit] = [naira(tightest.remaining), naira(tightest.limit)];
  return { text: words.left(tightest, leftText, limit), over: isOver ? words.over(tightest, leftText, limit) : null };
}
