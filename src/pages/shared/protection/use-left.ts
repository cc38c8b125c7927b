import { useEffect, useMemo } from 'react';
import { loadProtection } from '../../../bridge/actions/protection';
import { useOutbox } from '../../../bridge/outbox/use-outbox';
import { useProtection } from '../../../bridge/protection/use-protection';
import { formatNaira } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import type { LimitKind } from '../../../core/protection';
import { lowestLeft, waitingLimits } from '../../../core/protection-view';
import { clock } from '../../../core/time';
import { words } from './words';

export interface LeftHere {
  /** Stands beside the amount: the money that is left under the limit that stops first; null where none is set or known. */
  readonly text: string | null;
  /** Stands at the field: the amount is above the limit; null where it is not. */
  readonly over: string | null;
}

const naira = (amount: Kobo) => formatNaira(amount, { whole: true });

/** Works out what the limits leave for an amount (null: none is typed) on this device. A lowered limit that still waits counts. */
export function useLeft(kinds: readonly LimitKind[], amount: Kobo | null): LeftHere {
  const limits = useProtection((state) => state.protection?.limits);
  const items = useOutbox((outbox) => outbox.items);
  const left = useMemo(
    () => (limits === undefined ? null : lowestLeft(kinds, limits, waitingLimits(items), clock.now())),
    [kinds, limits, items],
  );
  const isOver = left !== null && amount !== null && amount > left.left;
  // The figures here may be old; the platform's own count decides.
  useEffect(() => {
    if (isOver) void loadProtection();
  }, [isOver]);
  if (left === null) return { text: null, over: null };
  const [rest, limit] = [naira(left.left), naira(left.limit)];
  return { text: words.left(left, rest, limit), over: isOver ? words.over(left, rest, limit) : null };
}
