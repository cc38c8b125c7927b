import { useState } from 'react';
import type { Withdrawal } from '../../core/contract/withdrawals';
import { dateTime } from '../../core/time';
import { Button } from '../../ui/Button';
import { Pill } from '../../ui/States';
import type { NoticeKind } from '../../ui/States';
import { Amount } from '../shared/money/Amount';
import { EarlierList } from '../shared/money/EarlierList';
import type { WithdrawalsState } from './use-withdrawals';
import { WithdrawalFacts } from './WithdrawalCard';
import { words } from './words';

const FIRST_SHOWN = 5;

const PILL: Readonly<Record<Withdrawal['state'], 'quiet' | NoticeKind>> = {
  checking: 'info', sending: 'info', paid: 'success', refused: 'warning', failed: 'warning',
};

function Row({ withdrawal }: { withdrawal: Withdrawal }) {
  const { amount, currency, state, createdAt, bankName, lastFour } = withdrawal;
  return (
    <li>
      <details className="history-card">
        <summary>
          <span className="history-line-title"><Amount amount={amount} currency={currency} whole /></span>
          <Pill kind={PILL[state]}>{words.statePill[state]}</Pill>
          <span className="quiet small">{words.masked(bankName, lastFour)}</span>
          <time className="quiet small" dateTime={createdAt}>{dateTime(Date.parse(createdAt))}</time>
        </summary>
        <div className="withdrawal-facts"><WithdrawalFacts withdrawal={withdrawal} /></div>
      </details>
    </li>
  );
}

/** Earlier withdrawals, each with its end. An open one shows everything that happened. */
export function EarlierWithdrawals({ withdrawals, items }: { withdrawals: WithdrawalsState; items: readonly Withdrawal[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const visible = showsAll ? items : items.slice(0, FIRST_SHOWN);
  const more = visible.length === items.length ? null : <div><Button variant="secondary" onClick={() => setShowsAll(true)}>{words.earlierMore}</Button></div>;
  return (
    <EarlierList list={withdrawals} title={words.earlier} unknown={words.earlierUnknown} after={more}>
      {visible.map((each) => <Row key={each.withdrawalId} withdrawal={each} />)}
    </EarlierList>
  );
}
