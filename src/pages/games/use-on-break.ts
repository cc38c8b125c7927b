import { useStore } from 'zustand';
import { useFigures } from '../../state/use';
import { outboxStore } from '../../state/outbox';

/** True if the player is on a break, by what is known before anything else is loaded. A break that waits to be sent counts, too. */
export function useOnBreak(): boolean {
  const isKnown = useFigures(({ accountData }) => accountData !== null && accountData.protection !== 'none');
  const isWaiting = useStore(outboxStore, ({ items }) => items.some(({ kind, state }) => kind === 'exclude' && state === 'waiting'));
  return isKnown || isWaiting;
}
