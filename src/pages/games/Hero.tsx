import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { brand } from '../../core/brand';
import { dateTime } from '../../core/time';
import { keysOf } from '../../core/words/is-key-of';
import { openSignUp } from '../../state/session';
import { useConnection, useIntents, useSession, useSignedIn } from '../../state/use';
import { openIntents } from '../../state/intents';
import { buttonClass } from '../../ui/Button';
import { DialogLink } from '../../ui/DialogLink';
import { Icon } from '../../ui/icons';
import '../../ui/motif.css';
import { gamePath } from '../shared/shelf/game-link';
import type { ShelfGame } from '../shared/shelf/shelf';
import { PRACTICE_SHELF } from '../shared/shelf/practice-shelf';
import { useCan } from '../shared/shelf/use-shelf';
import { heroOf } from './hero';
import type { WaitingRound } from './hero';
import { useOnBreak } from './use-on-break';
import './hero.css';
import { words } from './words';

interface Props {
  games: readonly ShelfGame[] | null;
  lastGameId: string | null;
  unfinishedRound: WaitingRound | null;
}

/** The board as large decoration: white pits, golden seeds. */
function Board() {
  return (
    <svg className="hero-board" viewBox={brand.mark.viewBox} aria-hidden="true" focusable="false">
      <path className="hero-board-wood" fillRule="evenodd" d={brand.mark.board} />
      <path className="hero-board-seeds" d={brand.mark.seeds} />
    </svg>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="hero motif">
      <div className="hero-text">
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
      <Board />
    </section>
  );
}

function GuestHero({ game }: { game: ShelfGame | null }) {
  const canSignIn = useCan('sign-in');
  return (
    <Frame title={words.guestTitle}>
      <ul className="hero-points">
        {keysOf(words.guestPoints).map((icon) => (
          <li key={icon}>
            <Icon name={icon} size={20} />
            {words.guestPoints[icon]}
          </li>
        ))}
      </ul>
      <div className="row hero-actions">
        {game === null ? null : <Link className={buttonClass()} to={gamePath(game.gameId)}>{words.practise(game.name)}</Link>}
        {canSignIn ? <DialogLink variant="secondary" to="/sign-up" onOpen={openSignUp}>{words.join}</DialogLink> : null}
      </div>
    </Frame>
  );
}

/** The top of the lobby. */
export function LobbyHero({ games, lastGameId, unfinishedRound }: Props) {
  const signedIn = useSignedIn();
  const firstName = useSession((session) => session.firstName);
  const reach = useConnection((connection) => connection.reach);
  const onBreak = useOnBreak();
  const openRound = useIntents((state) => openIntents(state, 'round')[0] ?? openIntents(state, 'action')[0] ?? null);
  const hero = heroOf({ signedIn, firstName, onBreak, reach, openRound, unfinishedRound, games: games ?? PRACTICE_SHELF, lastGameId });

  switch (hero.kind) {
    case 'unfinished':
      return (
        <Frame title={words.unfinishedTitle}>
          <p>{words.unfinishedText(hero.gameName ?? '')}</p>
          <div className="row hero-actions">
            <Link className={buttonClass()} to={gamePath(hero.gameId)}>{words.seeResult}</Link>
          </div>
        </Frame>
      );
    case 'open':
      return (
        <Frame title={words.openTitle}>
          <p>{words.openText(hero.gameName ?? '', dateTime(Date.parse(hero.settlesAt)))}</p>
          <div className="row hero-actions">
            <Link className={buttonClass()} to={gamePath(hero.gameId)}>{words.goOn(hero.gameName ?? words.theRound)}</Link>
          </div>
        </Frame>
      );
    case 'break':
      return (
        <Frame title={words.breakTitle}>
          <p>{words.breakText}</p>
          <div className="row hero-actions">
            <Link className={buttonClass()} to="/withdraw">{words.withdraw}</Link>
            <Link className={buttonClass('secondary')} to="/self-exclusion">{words.breakMore}</Link>
          </div>
        </Frame>
      );
    case 'offline':
      return (
        <Frame title={words.offlineTitle}>
          <p>{words.offlineText}</p>
          <div className="row hero-actions">
            {hero.game === null ? null : (
              <Link className={buttonClass()} to={gamePath(hero.game.gameId)}>{words.practise(hero.game.name)}</Link>
            )}
          </div>
        </Frame>
      );
    case 'player':
      return (
        <Frame title={words.playerTitle(hero.firstName)}>
          <p>{words.playerText}</p>
          <div className="row hero-actions">
            {hero.game === null ? null : (
              <Link className={buttonClass()} to={gamePath(hero.game.gameId)}>
                {hero.isRepeat ? words.goOn(hero.game.name) : words.open(hero.game.name)}
              </Link>
            )}
          </div>
        </Frame>
      );
    case 'guest':
      return <GuestHero game={hero.game} />;
  }
}
