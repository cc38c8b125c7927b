import { Link } from 'react-router-dom';
import type { Deposit } from '../../core/contract/cashier';
import { dateTime } from '../../core/time';
import { entryOf } from '../../core/words/is-key-of';
import { Pill } from '../../ui/States';
import type { NoticeKind } from '../../ui/States';
import { Amount } from '../shared/money/Amount';
import { EarlierList } from '../shared/money/EarlierList';
import type { KnownDeposits } from './use-deposits';
import { words } from './words';

const MOST_SHOWN = 5;

const PILL: Readonly<Record<Deposit['state'], 'quiet' | NoticeKind>> = {
  pending: 'info', success: 'success', failed: 'quiet', expired: 'quiet', cancelled: 'quiet', mismatch: 'warning',
  held: 'info', returning: 'info', 'sent-back': 'quiet',
};

/** Earlier deposits, each with its end. */
export function EarlierDeposits({ deposits, items }: { deposits: KnownDeposits; items: readonly Deposit[] }) {
  return (
    <EarlierList list={deposits} title={words.recent} unknown={words.recentUnknown}>
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
    </EarlierList>
  );
}
