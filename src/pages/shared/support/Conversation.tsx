import { dropFromOutbox } from '../../../bridge/actions/outbox';
import type { Message } from '../../../core/contract/support';
import type { OutboxItem } from '../../../core/outbox/item';
import { dateTime } from '../../../core/time';
import { useConnection } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { delayWords, needsNewerApp } from '../outbox/delay-words';
import { words } from './words';
import './support.css';

/** The messages, oldest first, each with its writer and time. */
export function MessageList({ messages }: { messages: readonly Message[] }) {
  return messages.map(({ messageId, from, text, at, hasPicture }) => (
    <li key={messageId} className="said" data-from={from}>
      <p className="quiet small">
        {words[from === 'team' ? 'team' : 'you']}, <time dateTime={at}>{dateTime(Date.parse(at))}</time>
        {hasPicture ? `, ${words.picture.toLowerCase()}` : ''}
      </p>
      <p className="said-text">{text}</p>
    </li>
  ));
}

interface UnsentProps {
  item: OutboxItem;
  /** The default takes it out of the player's outbox. */
  onDrop?: (item: OutboxItem) => Promise<void>;
}

/** A message of this device that the platform does not have yet, or refused. */
export function UnsentMessage({ item, onDrop = dropFromOutbox }: UnsentProps) {
  const isOnline = useConnection(({ reach }) => reach === 'online');
  const isWaiting = item.state === 'waiting';
  const delay = delayWords(item);
  // A cast, because only kinds with a text are shown here.
  const { text } = needsNewerApp(item) ? { text: words.unread } : (item.body as { readonly text: string });
  const isSending = isWaiting && isOnline && delay === null;
  const why = words.refused(item.problem?.detail ?? item.problem?.title ?? '');
  return (
    <li className="said" data-from="player" data-unsent="">
      <p className="quiet small">
        {words.you}, {dateTime(item.at)}
      </p>
      <p className="said-text">{text}</p>
      <div className="row">
        <span className="small" role="status">{isWaiting ? (delay ?? (isOnline ? words.sending : words.waits)) : why}</span>
        {isSending ? null : <Button variant="ghost" onClick={() => void onDrop(item)}>{isWaiting ? words.takeBack : words.dismiss}</Button>}
      </div>
    </li>
  );
}
