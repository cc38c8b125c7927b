import { useMemo } from 'react';
import { useOutbox } from '../../../bridge/outbox/use-outbox';
import { breakOf } from '../../../core/protection-view';
import type { Break } from '../../../core/protection-view';
import { useFigures, useSignedIn } from '../../../state/use';

/** True if the signed-in player is on a break by what this device knows, including a break that waits to be sent. */
export function useBreak(): Break | null {
  const signedIn = useSignedIn();
  const protection = useFigures((figures) => figures.accountData?.protection);
  const items = useOutbox((outbox) => outbox.items);
  return useMemo(() => (signedIn ? breakOf(protection, null, items) : null), [signedIn, protection, items]);
}
