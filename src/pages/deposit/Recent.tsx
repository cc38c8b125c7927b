import { Link } from 'react-router-dom';
import type { Deposit } from '../../core/contract/cashier';
import { dateTime } from '../../core/time';
import { entryOf } from '../../core/words/is-key-of';
import { Age } from '../../ui/Age';
import { Button } from '../../ui/Button';
import { Pill, Skeleton } from '../../ui/States';
import type { NoticeKind } from '../../ui/States';
import { historyWords } from '../shared/history/words';
import { Amount } from '../shared/money/Amount';
import type { KnownDeposits } from './use-deposits';
import { words } from './words';

const MOST_SHOWN = 5;

const PILL: Readonly<Record<Deposit['state'], 'quiet' | NoticeKind>> = {
  pending: 'info', success: 'success', failed: 'quiet', expired: 'quiet', cancelled: 'quiet', mismatch: 'warning',
  held: 'info', returning: 'info', 'sent-back': 'quiet',
};

/** Earlier deposits, each with its end. */
export function Recent({ deposits, items }: { deposits: KnownDeposits; items: readonly Deposit[] }) {
  // All deposits of the list stand above, so there is nothing to show and nothing missing.
  if (deposits.isListed && items.length === 0 && deposits.items.length > 0) return null;
  return (
    <section className="stack" aria-labelledby="earlier">
      <div className="row spread">
        <h2 id="earlier">{words.recent}</h2>
        {deposits.savedAt === null ? null : <span className="quiet small">{words.stale}, <Age at={deposits.savedAt} /></span>}
      </div>
      {!deposits.isListed && deposits.error === null ? <Skeleton lines={3} className="hold" /> : null}
      {!deposits.isListed && deposits.error !== null ? (
        <div className="row spread">
          <p className="quiet">{words.recentUnknown}</p>
          <Button variant="secondary" onClick={deposits.reload}>{historyWords.again}</Button>
        </div>
      ) : null}
      {deposits.isListed && items.length === 0 ? <p className="quiet">{words.recentEmpty}</p> : null}
      {items.length === 0 ? null : (
        <ul className="cards">
          {items.slice(0, MOST_SHOWN).map((deposit) => (
            <li className="history-card" key={deposit.depositId}>
              <div className="history-line">
                <Link className="history-line-title" to={`/deposit?deposit=${deposit.depositId}`}>
                  <Amount amount={deposit.amount} currency={deposit.currency} whole /> <span className="small">{entryOf(words.by, deposit.method)}</span>
                </Link>
                <Pill kind={PILL[deposit.state]}>{words.statePill[deposit.state]}</Pill>
                <time className="quiet small" dateTime={deposit.createdAt}>{dateTime(Date.parse(deposit.createdAt))}</time>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
