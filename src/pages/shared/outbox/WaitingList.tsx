import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { loadGames } from '../../../bridge/actions/games';
import { dropFromOutbox } from '../../../bridge/actions/outbox';
import { useOutbox } from '../../../bridge/outbox/use-outbox';
import type { Game } from '../../../core/contract/games';
import type { OutboxItem } from '../../../core/outbox/item';
import { PLAYER_KINDS } from '../../../core/outbox/kinds';
import { isBinding, isQuiet } from '../../../core/outbox/queue';
import { PAGE_OF_KIND } from '../../../core/outbox/words';
import { dateTime } from '../../../core/time';
import { useCatalogue, useConnection } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/more-icons';
import { delayWords } from './delay-words';
import { waitingWords, words } from './words';
import './outbox.css';

function Row({ item, games }: { item: OutboxItem; games: readonly Game[] }) {
  const name = waitingWords(item.kind, item.body, (id) => games.find(({ gameId }) => gameId === id)?.name ?? id);
  const isWaiting = item.state === 'waiting';
  const why = delayWords(item);
  const bindsHere = isBinding(item, PLAYER_KINDS);
  const pagePath = PAGE_OF_KIND[item.kind];
  return (
    <li>
      <div>
        <p>{name}</p>
        {isWaiting ? (
          <p className="quiet small">
            {bindsHere ? `${words.holdsHere}, ` : ''}{words.waitsSince(dateTime(item.at))}
            {why === null ? '' : `. ${why}`}
          </p>
        ) : (
          <p className="outbox-why small">
            {item.state === 'conflict' ? words.conflict : words.refused(item.problem?.detail ?? item.problem?.title)}
            {pagePath === undefined ? null : <> <Link to={pagePath}>{words.view}</Link></>}
          </p>
        )}
      </div>
      {bindsHere ? null : (
        <Button
          variant="ghost"
          aria-label={isWaiting ? words.undoOf(name) : words.dismissOf(name)}
          onClick={() => void dropFromOutbox(item)}
        >
          {isWaiting ? words.undo : words.dismiss}
        </Button>
      )}
    </li>
  );
}

function List({ items }: { items: readonly OutboxItem[] }) {
  const games = useCatalogue((catalogue) => catalogue.games);
  const mustLoadGames = games === null && items.some(({ kind }) => kind.endsWith('favourite'));
  useEffect(() => {
    // Names games by their ids. The catalogue may be missing when this page is the first that opens.
    if (mustLoadGames) void loadGames();
  }, [mustLoadGames]);
  return <ul className="outbox-list">{items.map((item) => <Row key={item.id} item={item} games={games ?? []} />)}</ul>;
}

/** Everything that waits for a connection or was refused. It draws nothing while there is nothing. */
export function WaitingList() {
  const items = useOutbox((outbox) => outbox.items);
  const isOnline = useConnection(({ reach }) => reach === 'online');
  // A change that is being sent at once needs no notice; one that was put off does.
  const waitingItems = items.filter((item) => item.state === 'waiting' && !isQuiet(item, PLAYER_KINDS) && (!isOnline || delayWords(item) !== null));
  const endedItems = items.filter(({ state }) => state !== 'waiting');
  // The element is always there, because screen readers announce only changes in it.
  return (
    <div className="outbox" role="status">
      {waitingItems.length === 0 ? null : (
        <section className="notice notice-info">
          <h2 className="notice-title"><Icon name="offline" size={20} />{isOnline ? words.delayedTitle(waitingItems.length) : words.title(waitingItems.length)}</h2>
          <List items={waitingItems} />
        </section>
      )}
      {endedItems.length === 0 ? null : (
        <section className="notice notice-danger">
          <h2 className="notice-title"><Icon name="info" size={20} />{words.refusedTitle}</h2>
          <List items={endedItems} />
        </section>
      )}
    </div>
  );
}
