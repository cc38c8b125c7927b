import { useOutbox } from '../../../bridge/outbox/use-outbox';
import { outboxItemAt } from '../../../state/outbox';
import { useConnection } from '../../../state/use';
import { words } from './words';

/** Beside the thing itself: that it waits. Nothing while it goes out at once, or nothing waits. */
export function WillBeSent({ slot }: { slot: string }) {
  const isWaiting = useOutbox((outbox) => outboxItemAt(outbox, slot)?.state === 'waiting');
  const isOnline = useConnection(({ reach }) => reach === 'online');
  return isWaiting && !isOnline ? <span className="will-be-sent" role="status">{words.willBeSent}</span> : null;
}
