import type { RoundHistoryItem } from '../../core/contract/games';
import { dateTime } from '../../core/time';
import { Amount } from '../shared/money/Amount';
import { RoundFacts } from './RoundFacts';
import { words } from './words';

interface Props {
  rounds: readonly RoundHistoryItem[];
  nameOf: (gameId: string) => string;
}

function Win({ round }: { round: RoundHistoryItem }) {
  if (round.win === 0) return <span className="quiet">{round.state === 'open' ? words.notOver : words.noWin}</span>;
  // A round that returns at most its stake is no win.
  const isUp = round.win > round.stake;
  return <Amount amount={round.win} currency={round.currency} signed={isUp} {...(isUp && { className: 'money-in' })} />;
}

/** One card for each round. */
export function RoundCards({ rounds, nameOf }: Props) {
  return (
    <ul className="cards">
      {rounds.map((round) => (
        <li key={round.roundId}>
          <details className="history-card">
            <summary>
              <span className="history-line-title">{nameOf(round.gameId)}</span>
              <Win round={round} />
              <time className="quiet small" dateTime={round.at}>{dateTime(Date.parse(round.at))}</time>
              <span className="quiet small figures">
                {words.stake} <Amount amount={round.stake} currency={round.currency} whole />
              </span>
            </summary>
            <RoundFacts round={round} name={nameOf(round.gameId)} />
          </details>
        </li>
      ))}
    </ul>
  );
}
