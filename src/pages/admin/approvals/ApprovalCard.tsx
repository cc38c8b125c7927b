import { useId } from 'react';
import type { AdminWithdrawal } from '../../../core/contract/approvals';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { PlayerFacts, Steps } from './Facts';
import { RefuseForm } from './RefuseForm';
import { agoWords, moneyOf, placeOf, requestOf } from './withdrawal-texts';
import type { Decision } from './use-decision';
import { words } from './words';

interface Props {
  item: AdminWithdrawal;
  /** Epoch ms of the list. */
  nowMs: number;
  isGone: boolean;
  /** No decision can be sent without a connection. */
  isOffline: boolean;
  decision: Decision;
}

function Approvals({ item: { approvals, approvalsNeeded } }: { item: AdminWithdrawal }) {
  return (
    <div>
      <p className="approval-count">{words.approvals(approvals.length, approvalsNeeded)}</p>
      <ul className="quiet small">
        {approvals.map(({ userId, username, at }) => (
          <li key={userId}>{words.approvedBy(username, dateTime(Date.parse(at)))}</li>
        ))}
      </ul>
    </div>
  );
}

function Buttons({ item, isOffline, decision }: Pick<Props, 'item' | 'isOffline' | 'decision'>) {
  const { locked } = item;
  if (locked !== null && locked !== 'not-counted') return <p className="approval-locked">{words.locked[locked]}</p>;
  const isOff = isOffline || decision.busy;
  return (
    <>
      {locked === null ? null : <p className="approval-locked">{words.notCounted} {item.lockedWhy}</p>}
      <div className="row">
        {locked === null ? (
          <Button aria-label={words.approveOf(requestOf(item))} disabled={isOff} onClick={() => decision.begin({ kind: 'approve', item })}>
            {words.approve}
          </Button>
        ) : null}
        <Button
          variant="danger"
          aria-label={words.refuseOf(requestOf(item))}
          disabled={isOff}
          onClick={() => decision.begin({ kind: 'refuse', item })}
        >
          {words.refuse}
        </Button>
      </div>
    </>
  );
}

/** One waiting withdrawal, with all facts that a decision needs. */
export function ApprovalCard({ item, nowMs, isGone, isOffline, decision }: Props) {
  const id = useId();
  const askedAt = Date.parse(item.createdAt);
  const isRefusing = decision.act?.kind === 'refuse' && decision.act.item.withdrawalId === item.withdrawalId;
  return (
    <li className="approval card" data-row="" tabIndex={-1} aria-labelledby={id} data-locked={item.locked ?? undefined}>
      <div className="approval-what">
        <h3 id={id} aria-label={requestOf(item)}>
          <span className="approval-amount figures">{moneyOf(item)}</span> {item.player.name}
        </h3>
        <p className="quiet small">{item.player.username}</p>
        <p className="approval-to">{words.to(placeOf(item))}</p>
        <p className="quiet small">
          {words.asked} <time dateTime={item.createdAt} title={dateTime(askedAt)}>{agoWords(askedAt, nowMs)}</time>
        </p>
        <Steps item={item} />
      </div>
      <PlayerFacts item={item} />
      <div className="approval-act">
        <Approvals item={item} />
        {isGone || isRefusing ? null : <Buttons item={item} isOffline={isOffline} decision={decision} />}
      </div>
      {isGone ? (
        <Notice kind="warning" live action={<Button variant="secondary" onClick={decision.end}>{words.goneClose}</Button>}>
          <p>{words.gone}</p>
        </Notice>
      ) : null}
      {isRefusing && !isGone ? (
        <RefuseForm item={item} busy={decision.busy} isOffline={isOffline} onRefuse={decision.decide} onCancel={decision.end} />
      ) : null}
    </li>
  );
}
