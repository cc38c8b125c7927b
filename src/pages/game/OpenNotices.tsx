import { useState } from 'react';
import type { ReactNode } from 'react';
import { embeddedGame } from '../../games/catalogue';
import { OpenRounds, stakeOf, timeOf } from '../shared/open-rounds/OpenRounds';
import type { PlayMode } from './rounds/spin-state';
import type { OpenRounds as OpenRoundList } from '../shared/open-rounds/use-open-rounds';
import type { PlayState } from './rounds/use-play';
import { Icon } from '../../ui/more-icons';
import { words } from './words';

const nameOf = (gameId: string): string => embeddedGame(gameId)?.name ?? gameId;

/** Lies over the stage, so it can be closed. */
function Card({ children }: { children: ReactNode }) {
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div className="play-card">
      {children}
      <button type="button" className="game-tool" aria-label={words.close} onClick={() => setClosed(true)}><Icon name="close" /></button>
    </div>
  );
}

/** Names open rounds of other games before this game is played. */
export function OpenElsewhere({ gameId, items }: { gameId: string; items: OpenRoundList['items'] }) {
  const rounds = (items ?? []).filter((each) => each.gameId !== gameId);
  return rounds.length === 0 ? null : <Card><OpenRounds rounds={rounds} nameOf={nameOf} /></Card>;
}

/** The notice about this game's own unfinished round. */
function OwnOpenRound({ gameId, mode, play }: { gameId: string; mode: PlayMode; play: PlayState }) {
  if (mode !== 'money') return null;
  const { money, openRounds, isOffline } = play;
  const own = openRounds.items?.find((each) => each.gameId === gameId);
  const text =
    money.settledAt !== null ? words.settled(timeOf(money.settledAt))
    : money.phase !== 'open' ? null
    : isOffline ? words.openOffline
    : money.isPast && own !== undefined ? words.resumed(stakeOf(own), timeOf(own.settlesAt))
    : null;
  return text === null ? null : <Card key={text}><p className="notice small open-round" role="status">{text}</p></Card>;
}

/** The notices about rounds that are not over, here and in other games. */
export default function OpenNotices({ gameId, mode, play }: { gameId: string; mode: PlayMode; play: PlayState }) {
  return (
    <>
      <OpenElsewhere gameId={gameId} items={play.openRounds.items} />
      <OwnOpenRound gameId={gameId} mode={mode} play={play} />
    </>
  );
}
