import type { DeskPayout } from '../../../../core/contract/desk-players';
import { dateTime } from '../../../../core/time';
import { Pill } from '../../../../ui/States';
import type { NoticeKind } from '../../../../ui/States';
import { Amount } from '../../../shared/money/Amount';
import { words } from '../words';
import { Steps } from './Steps';

const PILL: Readonly<Record<DeskPayout['state'], NoticeKind | 'quiet'>> = { checking: 'warning', sending: 'info', paid: 'success', refused: 'danger', failed: 'danger' };

function waitWords({ waitsFor, approvals, approvalsNeeded }: DeskPayout): string | null {
  if (waitsFor === null) return null;
  return waitsFor === 'approvals' ? words.waits.approvals(approvals, approvalsNeeded) : words.waits[waitsFor];
}

/** A payout. One that is not over is open, and says first what it waits for. */
export function PayoutItem({ payout }: { payout: DeskPayout }) {
  const { amount, currency, state, bankName, lastFour, accountName, createdAt, timeline, reference, gateway, reason } = payout;
  const wait = waitWords(payout);
  return (
    <li>
      <details className="history-card" open={wait !== null}>
        <summary data-row="">
          <span className="history-line-title"><Amount amount={amount} currency={currency} /></span>
          <Pill kind={PILL[state]}>{words.payoutStates[state]}</Pill>
          <time className="quiet small figures" dateTime={createdAt}>{dateTime(Date.parse(createdAt))}</time>
        </summary>
        <div className="player-more">
          {wait === null ? null : <p className="player-wait">{wait}</p>}
          <p className="small figures">{words.to(bankName, lastFour, accountName)}</p>
          {reason === null ? null : <p className="small">{words.reason(reason)}</p>}
          <Steps timeline={timeline} />
          <p className="quiet small">{words.reference} <code>{reference}</code>{gateway === null ? '' : ` · ${gateway}`}</p>
        </div>
      </details>
    </li>
  );
}
