import { useCallback } from 'react';
import { loadPlayersSessions } from '../../../../bridge/actions/desk-players';
import { dateTime } from '../../../../core/time';
import { Pill } from '../../../../ui/States';
import { useLoaded } from '../../../shared/answers/use-loaded';
import { ListMissing } from '../../desk/ListParts';
import { words } from '../words';

/** Where the player is signed in, and was in the last 30 days. */
export function Sessions({ playerId }: { playerId: string }) {
  const { data, error, reload } = useLoaded(useCallback((signal: AbortSignal) => loadPlayersSessions(playerId, signal), [playerId]));
  if (data === null) return <ListMissing error={error} offlineText={words.playerOffline} onReload={reload} />;
  return (
    <ul className="cards">
      {data.items.map(({ sessionRef, device, place, network, signedInAt, lastSeenAt, endedAt }) => (
        <li className="history-card" data-row="" tabIndex={-1} key={sessionRef}>
          <div className="history-line">
            <span className="history-line-title">{device}</span>
            {endedAt === null ? <Pill kind="success">{words.isOpen}</Pill> : <span className="quiet small figures">{words.ended(dateTime(Date.parse(endedAt)))}</span>}
            <span className="quiet small figures">{[place, network].filter((each) => each !== null).join(' · ')}</span>
            <span className="quiet small figures">{words.seen(dateTime(Date.parse(lastSeenAt)))}</span>
            <span className="quiet small player-reference figures">{words.signedIn(dateTime(Date.parse(signedInAt)))}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}
