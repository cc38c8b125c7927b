import { Link } from '../../ui/routing';
import { formatNaira, nairaToKobo } from '../../core/money';
import { clockTime, clock, dayWords } from '../../core/time';
import { embeddedGame } from '../../games/catalogue';
import { gamePath } from '../shared/game-link';
import { buttonClass } from '../../ui/Button';
import { Notice } from '../../ui/States';
import type { PlayMode } from './play-state';
import type { OpenRounds } from './use-open-rounds';
import type { PlayNowState } from './use-play';
import { words } from './words';

const timeOf = (at: string): string => `${clockTime(Date.parse(at))}, ${dayWords(Date.parse(at), clock.now())}`;

function stakeOf({ stake }: { stake: number }): string {
  const kobo = nairaToKobo(stake);
  return kobo === null ? '' : formatNaira(kobo);
}

const nameOf = ({ gameId }: { gameId: string }): string => embeddedGame(gameId)?.name ?? gameId;

/** Rounds of other games that are not over: said before this one is played, in one notice. */
export function OpenElsewhere({ gameId, items }: { gameId: string; items: OpenRounds['items'] }) {
  const others = (items ?? []).filter((each) => each.gameId !== gameId);
  const [first] = others;
  if (first === undefined) return null;
  if (others.length === 1) {
    return (
      <Notice
        kind="warning" live title={words.openElsewhereTitle(nameOf(first))}
        action={<Link className={buttonClass('secondary')} to={gamePath(first.gameId)}>{words.openElsewhereGo}</Link>}
      >
        <p>{words.openElsewhere(stakeOf(first), timeOf(first.settlesAt))}</p>
      </Notice>
    );
  }
  return (
    <Notice kind="warning" live title={words.openElsewhereMany(others.length)}>
      <p>{words.openElsewhereRule}</p>
      <ul className="open-elsewhere">
        {others.map((round) => (
          <li key={round.roundId} className="row">
            <Link to={gamePath(round.gameId)}>{nameOf(round)}</Link>
            <span>{words.openElsewhereOne(stakeOf(round), timeOf(round.settlesAt))}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What is to be known of this game's own round that was come back to. */
export function OwnOpenRound({ gameId, mode, play }: { gameId: string; mode: PlayMode; play: PlayNowState }) {
  if (mode !== 'money') return null;
  const { money, openRounds, isCut } = play;
  const own = openRounds.items?.find((each) => each.gameId === gameId);
  const text =
    money.settledAt !== null ? words.settled(timeOf(money.settledAt))
    : money.phase !== 'open' ? null
    : isCut ? words.openOffline
    : money.isPast && own !== undefined ? words.resumed(stakeOf(own), timeOf(own.settlesAt))
    : null;
  return text === null ? null : <p className="small quiet open-round" role="status">{text}</p>;
}
