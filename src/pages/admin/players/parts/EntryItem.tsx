import type { Transaction } from '../../../../core/contract/cashier';
import { dateTime } from '../../../../core/time';
import { entryOf } from '../../../../core/words/is-key-of';
import { useGames } from '../../../shared/history/use-games';
import { Amount } from '../../../shared/money/Amount';
import { words } from '../words';

/** A ledger entry: what it is, of which account, and the balance before and after. */
export function EntryItem({ entry }: { entry: Transaction }) {
  const { at, kind, account, amount, currency, balanceBefore, balanceAfter, reference, round } = entry;
  const games = useGames();
  const game = round === undefined ? null : (games.find(({ gameId }) => gameId === round.gameId)?.name ?? round.gameId);
  return (
    <li className="history-card" data-row="" tabIndex={-1}>
      <div className="history-line">
        <span className="history-line-title">{entryOf(words.kinds, kind) ?? kind}{game === null ? null : <span className="quiet"> {game}</span>}</span>
        <Amount amount={amount} currency={currency} signed />
        <span className="quiet small"><time className="figures" dateTime={at}>{dateTime(Date.parse(at))}</time> · {entryOf(words.accounts, account) ?? account}</span>
        <span className="quiet small figures">
          <span className="unseen">{words.balance} </span><Amount amount={balanceBefore} currency={currency} /> → <Amount amount={balanceAfter} currency={currency} />
        </span>
        <span className="quiet small player-reference"><span className="unseen">{words.reference} </span><code>{reference}</code></span>
      </div>
    </li>
  );
}
