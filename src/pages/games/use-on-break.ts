import { useStore } from 'zustand';
import { useFigures } from '../../state/use';
import { outboxStore } from '../../state/outbox';

/** Whether the player is on a break, as far as is known before anything else is loaded; one that waits to be sent holds here. */
export function useOnBreak(): boolean {
  const isKnown = useFigures(({ accountData }) => accountData !== null && accountData.protection !== 'none');
  const isWaiting = useStore(outboxStore, ({ items }) => items.some(({ kind, state }) => kind === 'exclude' && state === 'waiting'));
  return isKnown || isWaiting;
}
