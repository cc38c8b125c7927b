import { useMemo } from 'react';
import { useOutbox } from '../../../bridge/outbox/use-outbox';
import { breakOf } from '../../../core/protection-view';
import type { Break } from '../../../core/protection-view';
import { useFigures, useSignedIn } from '../../../state/use';

/** The break of the signed-in player as this device knows it, including one that waits to be sent; null where there is none. */
export function useBreak(): Break | null {
  const signedIn = useSignedIn();
  const protection = useFigures((figures) => figures.accountData?.protection);
  const items = useOutbox((outbox) => outbox.items);
  return useMemo(() => (signedIn ? breakOf(protection, null, items) : null), [signedIn, protection, items]);
}
