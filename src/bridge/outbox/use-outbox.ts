/** The outbox as a React hook; it is not in `state/use.ts`, so that only pages that show it load it. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { outboxStore } from '../../state/outbox';
import type { OutboxState } from '../../state/outbox';
import { bridge } from '../index';

/** Resolves once the store holds what waits on the device, or it can't be read. A page that was just drawn may be ahead of that. */
export const readOutbox = (): Promise<void> => bridge.outbox.read();

/**
 * Select as little as is drawn, and a value that is the same while nothing changed:
 *
 *   const waiting = useOutbox((outbox) => outboxItemAt(outbox, 'profile')?.state === 'waiting');
 */
export function useOutbox<T>(selector: (state: OutboxState) => T): T {
  useEffect(() => {
    void readOutbox();
  }, []);
  return useStore(outboxStore, selector);
}
