import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { dateTime } from '../../core/time';
import { useConnection, useIntents, useSession, useSignedIn } from '../../state/use';
import { openIntents } from '../../state/intents';
import { buttonClass } from '../../ui/Button';
import type { ButtonVariant } from '../../ui/Button';
import { gamePath } from '../shared/shelf/paths';
import type { ShelfGame } from '../shared/shelf/shelf';
import { PRACTICE_SHELF } from '../shared/shelf/practice-shelf';
import { heroOf } from './hero';
import type { WaitingRound } from './hero';
import { useOnBreak } from './use-on-break';
import './hero.css';
import { words } from './words';

interface Props {
  games: readonly ShelfGame[] | null;
  lastGameId: string | null;
  openRound: WaitingRound | null;
}

function Frame({ title, text, children }: { title: ReactNode; text: ReactNode; children?: ReactNode }) {
  const signedIn = useSignedIn();
  return (
    <section className="hero" data-public={!signedIn || undefined}>
      <div className="hero-text">
        <h1 tabIndex={-1}>{title}</h1>
        <p>{text}</p>
      </div>
      {children}
    </section>
  );
}

/** Text with a name in it that comes late and may be long. It is cut at the end of its line, so that it moves nothing. */
function Line({ children }: { children: string }) {
  return <span className="hero-line">{children}</span>;
}

interface GameLinkProps {
  gameId: string;
  label: string;
  name: string | null;
  variant?: ButtonVariant;
}

function GameLink({ gameId, label, name, variant }: GameLinkProps) {
  return <Link className={buttonClass(variant)} to={gamePath(gameId)} aria-label={name === null ? undefined : `${label} ${name}`}>{label}</Link>;
}

/** The top of the lobby: one line that says what is true now, and the one act that fits it. */
export function LobbyHero({ games, lastGameId, openRound }: Props) {
  const signedIn = useSignedIn();
  const firstName = useSession((session) => session.firstName);
  const reach = useConnection((connection) => connection.reach);
  const onBreak = useOnBreak();
  const checkingIntent = useIntents((state) => openIntents(state, 'round')[0] ?? openIntents(state, 'action')[0] ?? null);
  const hero = heroOf({ signedIn, firstName, onBreak, reach, checkingIntent, openRound, games: games ?? PRACTICE_SHELF, lastGameId });

  switch (hero.kind) {
    case 'checking':
      return (
        <Frame title={words.checkingTitle} text={words.checkingText}>
          <GameLink gameId={hero.gameId} label={words.seeResult} name={hero.gameName} />
        </Frame>
      );
    case 'open':
      return (
        <Frame title={words.openTitle} text={words.openText(hero.gameName, dateTime(Date.parse(hero.settlesAt)))}>
          <GameLink gameId={hero.gameId} label={words.goOn} name={hero.gameName} />
        </Frame>
      );
    case 'break':
      return (
        <Frame title={words.breakTitle} text={<Link to="/self-exclusion">{words.breakMore}</Link>}>
          <Link className={buttonClass()} to="/withdraw">{words.withdraw}</Link>
        </Frame>
      );
    case 'offline':
      return (
        <Frame title={words.offlineTitle} text={words.offlineText}>
          {hero.game === null ? null : <GameLink gameId={hero.game.gameId} label={words.practise} name={hero.game.name} />}
        </Frame>
      );
    case 'player': {
      const { game, isRepeat } = hero;
      const text = isRepeat && game !== null ? words.lastGame(game.name) : words.practiceFirst;
      return (
        <Frame title={<Line>{words.playerTitle(hero.firstName)}</Line>} text={<Line>{text}</Line>}>
          {game === null ? null : <GameLink gameId={game.gameId} label={isRepeat ? words.goOn : words.practise} name={game.name} />}
        </Frame>
      );
    }
    case 'guest':
      return (
        <Frame title={words.guestTitle} text={words.practiceFirst}>
          {/* The top bar has Join, and one is enough. */}
          {hero.game === null ? null : <GameLink gameId={hero.game.gameId} label={words.practise} name={hero.game.name} variant="secondary" />}
        </Frame>
      );
  }
}
