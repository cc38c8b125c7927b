import type { DeskDeposit } from '../../../../core/contract/desk-players';
import { dateTime } from '../../../../core/time';
import { entryOf } from '../../../../core/words/is-key-of';
import { Pill } from '../../../../ui/States';
import type { NoticeKind } from '../../../../ui/States';
import { Amount } from '../../../shared/money/Amount';
import { words } from '../words';
import { Steps } from './Steps';

const PILL: Readonly<Record<DeskDeposit['state'], NoticeKind | 'quiet'>> = {
  pending: 'info', success: 'success', failed: 'quiet', expired: 'quiet', cancelled: 'quiet', mismatch: 'danger', held: 'warning', returning: 'warning', 'sent-back': 'quiet',
};

export function DepositItem({ deposit }: { deposit: DeskDeposit }) {
  const { amount, currency, method, state, createdAt, timeline, reference, gateway } = deposit;
  return (
    <li>
      <details className="history-card">
        <summary data-row="">
          <span className="history-line-title"><Amount amount={amount} currency={currency} /> <span className="quiet">{entryOf(words.methods, method) ?? method}</span></span>
          <Pill kind={PILL[state]}>{words.depositStates[state]}</Pill>
          <time className="quiet small figures" dateTime={createdAt}>{dateTime(Date.parse(createdAt))}</time>
        </summary>
        <div className="player-more">
          <Steps timeline={timeline} />
          <p className="quiet small">{words.reference} <code>{reference}</code> · {gateway}</p>
        </div>
      </details>
    </li>
  );
}
