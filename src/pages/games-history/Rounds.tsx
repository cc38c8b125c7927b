import { Fragment, useState } from 'react';
import type { RoundHistoryItem } from '../../core/contract/games';
import { dateTime } from '../../core/time';
import { Icon } from '../../ui/more-icons';
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

/** One card for each round, for a phone. */
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

function RoundRow({ round, nameOf }: { round: RoundHistoryItem; nameOf: Props['nameOf'] }) {
  const [open, setOpen] = useState(false);
  const when = dateTime(Date.parse(round.at));
  const id = `round-${round.roundId}`;
  return (
    <Fragment>
      <tr>
        <td><time dateTime={round.at}>{when}</time></td>
        <td>{nameOf(round.gameId)}</td>
        <td className="number"><Amount amount={round.stake} currency={round.currency} /></td>
        <td className="number"><Win round={round} /></td>
        <td className="number"><Amount amount={round.balanceBefore} currency={round.currency} /></td>
        <td className="number"><Amount amount={round.balanceAfter} currency={round.currency} /></td>
        <td className="number">
          <button
            type="button"
            className="row-toggle"
            aria-expanded={open}
            aria-controls={id}
            aria-label={words.showDetails(when)}
            onClick={() => setOpen(!open)}
          >
            <Icon name="chevron-down" size={20} />
          </button>
        </td>
      </tr>
      {open ? <tr className="row-details"><td colSpan={7} id={id}><RoundFacts round={round} name={nameOf(round.gameId)} /></td></tr> : null}
    </Fragment>
  );
}

/** The same list as a table, for a wide screen. */
export function RoundTable({ rounds, nameOf }: Props) {
  return (
    <table className="history-table">
      <caption className="unseen">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          <th scope="col">{words.game}</th>
          <th scope="col" className="number">{words.stake}</th>
          <th scope="col" className="number">{words.win}</th>
          <th scope="col" className="number">{words.before}</th>
          <th scope="col" className="number">{words.after}</th>
          <th scope="col"><span className="unseen">{words.details}</span></th>
        </tr>
      </thead>
      <tbody>{rounds.map((round) => <RoundRow key={round.roundId} round={round} nameOf={nameOf} />)}</tbody>
    </table>
  );
}
