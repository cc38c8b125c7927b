import type { AdminWithdrawal } from '../../../core/contract/approvals';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Notice, Pill } from '../../../ui/States';
import type { NoticeKind } from '../../../ui/States';
import { PlayerFacts, Steps } from './Facts';
import { moneyOf, placeOf } from './withdrawal-texts';
import type { QueueHook } from './use-queue';
import { words } from './words';

const PILL: Readonly<Record<AdminWithdrawal['state'], 'quiet' | NoticeKind>> = {
  checking: 'info', sending: 'info', paid: 'success', refused: 'quiet', failed: 'warning',
};

function Row({ item }: { item: AdminWithdrawal }) {
  const who = item.refusedBy === null ? item.approvals.map(({ username }) => username).join(', ') || words.nobody : item.refusedBy;
  return (
    <li>
      <details className="history-card">
        <summary data-row="">
          <span className="history-line-title">
            <span className="figures">{moneyOf(item)}</span> {item.player.name}
          </span>
          <Pill kind={PILL[item.state]}>{words.state[item.state]}</Pill>
          <span className="quiet small">{item.refusedBy === null ? words.approvers : words.refusedBy} {who}</span>
          <time className="quiet small figures" dateTime={item.updatedAt}>{dateTime(Date.parse(item.updatedAt))}</time>
        </summary>
        <div className="approval-more">
          <p>{words.to(placeOf(item))}</p>
          {item.reason === null ? null : <p>{words.reasonTold}: “{item.reason}”</p>}
          <PlayerFacts item={item} />
          <Steps item={item} />
        </div>
      </details>
    </li>
  );
}

/** The decided withdrawals, newest first. */
export function DecidedWithdrawals({ items, list }: { items: readonly AdminWithdrawal[]; list: Pick<QueueHook, 'queue' | 'more' | 'showMore'> }) {
  if (items.length === 0) return <p className="quiet">{words.decidedNone}</p>;
  return (
    <>
      <ul className="cards">{items.map((item) => <Row key={item.withdrawalId} item={item} />)}</ul>
      {list.more === 'failed' ? <Notice kind="warning" live>{words.moreFailed}</Notice> : null}
      {list.queue.next === null ? null : (
        <Button variant="secondary" wide busy={list.more === 'loading'} busyLabel={words.moreBusy} onClick={list.showMore}>{words.more}</Button>
      )}
    </>
  );
}
