import { formatNaira, nairaToKobo } from '../../../core/money';
import { clock, clockTime, dayWords } from '../../../core/time';
import { buttonClass } from '../../../ui/Button';
import { Link } from 'react-router-dom';
import { Notice } from '../../../ui/States';
import { gamePath } from '../shelf/paths';
import { words } from './words';
import './open-rounds.css';

/** A round that is not over. */
export interface UnfinishedRound {
  readonly roundId: string;
  readonly gameId: string;
  /** Naira, as the platform writes it. */
  readonly stake: number;
  /** ISO time at which the rule for unfinished rounds ends it; missing where only the platform knows. */
  readonly settlesAt?: string | undefined;
}

export const timeOf = (at: string): string => `${clockTime(Date.parse(at))}, ${dayWords(Date.parse(at), clock.now())}`;

export function stakeOf({ stake }: Pick<UnfinishedRound, 'stake'>): string {
  const kobo = nairaToKobo(stake);
  return kobo === null ? '' : formatNaira(kobo);
}

const untilOf = ({ settlesAt }: UnfinishedRound): string => (settlesAt === undefined ? '' : timeOf(settlesAt));

interface Props {
  rounds: readonly UnfinishedRound[];
  nameOf: (gameId: string) => string;
}

/** Lists open rounds in one notice, each with a link to its game. */
export function OpenRounds({ rounds, nameOf }: Props) {
  const [first] = rounds;
  if (first === undefined) return null;
  if (rounds.length === 1) {
    return (
      <Notice
        kind="warning" live title={words.title(nameOf(first.gameId))}
        action={<Link className={buttonClass('secondary')} to={gamePath(first.gameId)}>{words.go}</Link>}
      >
        <p>{words.text(stakeOf(first), untilOf(first))}</p>
      </Notice>
    );
  }
  return (
    <Notice kind="warning" live title={words.many(rounds.length)}>
      <p>{words.rule}</p>
      <ul className="open-rounds">
        {rounds.map((round) => (
          <li key={round.roundId} className="row">
            <Link to={gamePath(round.gameId)}>{nameOf(round.gameId)}</Link>
            <span>{words.one(stakeOf(round), untilOf(round))}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
