import { useMemo } from 'react';
import { useOutbox } from '../../../bridge/outbox/use-outbox';
import { breakOf } from '../../../core/protection-view';
import type { Break } from '../../../core/protection-view';
import { useFigures, useSignedIn } from '../../../state/use';

/** Whether the signed-in player is on a break, as far as this device knows, what waits to be sent included. */
export function useBreak(): Break | null {
  const signedIn = useSignedIn();
  const protection = useFigures((figures) => figures.accountData?.protection);
  const items = useOutbox((outbox) => outbox.items);
  return useMemo(() => (signedIn ? breakOf(protection, null, items) : null), [signedIn, protection, items]);
}
