import type { Transaction } from '../../core/contract/cashier';
import { dateTime } from '../../core/time';
import { Amount } from '../shared/money/Amount';
import { accountWords, kindWords, movementWords, words } from './words';

interface Props {
  entries: readonly Transaction[];
}

function Change({ entry }: { entry: Transaction }) {
  const { account, amount, currency } = entry;
  // Money that is set aside belonged to the player before, so it is no gain.
  return <Amount amount={amount} currency={currency} signed className={amount > 0 && account !== 'held' && account !== 'suspense' ? 'money-in' : 'money-out'} />;
}

/** Names the account of an entry where it is not the usual one and the words do not name it. */
function Account({ entry }: { entry: Transaction }) {
  const { account, kind } = entry;
  const isNamed = account === 'real' || movementWords(entry) !== kindWords(kind);
  return isNamed ? null : <span className="quiet small"> ({accountWords(account)})</span>;
}

export function EntryCards({ entries }: Props) {
  return (
    <ul className="cards">
      {entries.map((entry) => (
        <li className="history-card" key={entry.entryId}>
          <div className="history-line entry-line">
            <span className="history-line-title">{movementWords(entry)}<Account entry={entry} /></span>
            <Change entry={entry} />
            <span className="quiet small entry-when">
              <time className="figures" dateTime={entry.at}>{dateTime(Date.parse(entry.at))}</time>
              <span className="entry-reference">{entry.reference}</span>
            </span>
            <span className="quiet small entry-balances">
              <span className="unseen">{words.balances}: </span>
              <Amount amount={entry.balanceBefore} currency={entry.currency} />
              {' → '}
              <Amount amount={entry.balanceAfter} currency={entry.currency} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function EntryTable({ entries }: Props) {
  return (
    <table className="history-table">
      <caption className="unseen">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          <th scope="col">{words.kind}</th>
          <th scope="col">{words.account}</th>
          <th scope="col" className="number">{words.amount}</th>
          <th scope="col" className="number">{words.before}</th>
          <th scope="col" className="number">{words.after}</th>
          <th scope="col">{words.reference}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.entryId}>
            <td><time dateTime={entry.at}>{dateTime(Date.parse(entry.at))}</time></td>
            <td>{movementWords(entry)}</td>
            <td>{accountWords(entry.account)}</td>
            <td className="number"><Change entry={entry} /></td>
            <td className="number"><Amount amount={entry.balanceBefore} currency={entry.currency} /></td>
            <td className="number"><Amount amount={entry.balanceAfter} currency={entry.currency} /></td>
            <td className="reference" title={entry.reference}>{entry.reference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
