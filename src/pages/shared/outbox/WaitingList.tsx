import { dropFromOutbox } from '../../../bridge/actions/outbox';
import { useOutbox } from '../../../bridge/use-outbox';
import type { OutboxItem } from '../../../core/outbox/item';
import { dateTime } from '../../../core/time';
import { waitingCount } from '../../../state/outbox';
import { useConnection } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/icons';
import { WAITING_WORDS, words } from './words';
import './outbox.css';

function nameOf({ kind, body }: OutboxItem): string {
  return Object.hasOwn(WAITING_WORDS, kind) ? WAITING_WORDS[kind as keyof typeof WAITING_WORDS](body) : words.other;
}

function Row({ item }: { item: OutboxItem }) {
  const name = nameOf(item);
  const isWaiting = item.state === 'waiting';
  return (
    <li>
      <div>
        <p>{name}</p>
        {isWaiting ? (
          <p className="quiet small">{words.waitsSince(dateTime(item.at))}</p>
        ) : (
          <p className="outbox-why small">
            {item.state === 'conflict' ? words.conflict : words.refused(item.problem?.detail ?? item.problem?.title)}
          </p>
        )}
      </div>
      <Button
        variant="ghost"
        aria-label={isWaiting ? words.undoOf(name) : words.dismissOf(name)}
        onClick={() => void dropFromOutbox(item)}
      >
        {isWaiting ? words.undo : words.dismiss}
      </Button>
    </li>
  );
}

/** Everything that waits for a connection, and what was refused; nothing while there is nothing. */
export function WaitingList() {
  const items = useOutbox((outbox) => outbox.items);
  const waiting = useOutbox(waitingCount);
  const isOnline = useConnection(({ reach }) => reach === 'online');
  // What goes out at once is not worth a word.
  const shown = isOnline ? items.filter(({ state }) => state !== 'waiting') : items;
  const count = isOnline ? 0 : waiting;
  return (
    <div role="status">
      {shown.length === 0 ? null : (
        <section className="notice notice-info outbox" aria-labelledby="outbox-title">
          <h2 id="outbox-title" className="notice-title">
            <Icon name={count > 0 ? 'offline' : 'info'} size={20} />
            {count > 0 ? words.title(count) : words.refusedTitle}
          </h2>
          <ul>{shown.map((item) => <Row key={item.id} item={item} />)}</ul>
        </section>
      )}
    </div>
  );
}
