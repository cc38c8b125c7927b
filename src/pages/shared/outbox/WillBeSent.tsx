import { useOutbox } from '../../../bridge/outbox/use-outbox';
import { outboxItemAt } from '../../../state/outbox';
import { useConnection } from '../../../state/use';
import { words } from './words';

/** Says beside a thing that its change waits. It draws nothing while no change waits or it is being sent. */
export function WillBeSent({ slot }: { slot: string }) {
  const isWaiting = useOutbox((outbox) => outboxItemAt(outbox, slot)?.state === 'waiting');
  const isOnline = useConnection(({ reach }) => reach === 'online');
  return isWaiting && !isOnline ? <span className="will-be-sent" role="status">{words.willBeSent}</span> : null;
}
