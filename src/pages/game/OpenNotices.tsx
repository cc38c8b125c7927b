import { embeddedGame } from '../../games/catalogue';
import { OpenRounds, stakeOf, timeOf } from '../shared/open-rounds/OpenRounds';
import type { PlayMode } from './rounds/play-state';
import type { OpenRounds as OpenRoundList } from '../shared/open-rounds/use-open-rounds';
import type { PlayNowState } from './rounds/use-play';
import { words } from './words';

const nameOf = (gameId: string): string => embeddedGame(gameId)?.name ?? gameId;

/** Names open rounds of other games before this game is played. */
export function OpenElsewhere({ gameId, items }: { gameId: string; items: OpenRoundList['items'] }) {
  return <OpenRounds rounds={(items ?? []).filter((each) => each.gameId !== gameId)} nameOf={nameOf} />;
}

/** The notice about this game's own unfinished round. */
export function OwnOpenRound({ gameId, mode, play }: { gameId: string; mode: PlayMode; play: PlayNowState }) {
  if (mode !== 'money') return null;
  const { money, openRounds, isOffline } = play;
  const own = openRounds.items?.find((each) => each.gameId === gameId);
  const text =
    money.settledAt !== null ? words.settled(timeOf(money.settledAt))
    : money.phase !== 'open' ? null
    : isOffline ? words.openOffline
    : money.isPast && own !== undefined ? words.resumed(stakeOf(own), timeOf(own.settlesAt))
    : null;
  return text === null ? null : <p className="small quiet open-round" role="status">{text}</p>;
}
