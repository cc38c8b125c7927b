import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { loadPlayer } from '../../../bridge/actions/desk-players';
import { Button } from '../../../ui/Button';
import { useLoaded } from '../../shared/answers/use-loaded';
import { ListMissing } from '../desk/ListParts';
import { addressOfPlayer } from '../players/address';
import '../players/players.css';
import { MoneyFacts, PersonFacts } from '../players/PlayerFacts';
import { words as messageWords } from './words';

const words = messageWords.player;

/**
 * The player of a thread: beside it on a wide screen, behind a link on a phone. Looking at somebody is a line in the audit trail, so it takes a
 * press.
 */
export function PlayerBeside({ playerId, isOffline }: { playerId: string; isOffline: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="thread-player" aria-label={words.title}>
      <div className="row">
        <Link className="text-link" to={addressOfPlayer(playerId)}>{words.page}</Link>
        {isOpen ? null : <Button className="thread-beside" variant="secondary" disabled={isOffline} onClick={() => setOpen(true)}>{words.show}</Button>}
      </div>
      {isOpen ? <Facts playerId={playerId} /> : null}
    </section>
  );
}

function Facts({ playerId }: { playerId: string }) {
  const { data, error, reload } = useLoaded(useCallback((signal: AbortSignal) => loadPlayer(playerId, signal), [playerId]));
  if (data === null) return <ListMissing error={error} offlineText={words.offline} onReload={reload} />;
  return (
    <div className="stack">
      <PersonFacts player={data} />
      <MoneyFacts money={data.money} />
    </div>
  );
}
