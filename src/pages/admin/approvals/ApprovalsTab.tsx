import { useEffect, useRef } from 'react';
import { useIsOffline } from '../../../state/use';
import { buttonClass } from '../../../ui/Button';
import { Link } from 'react-router-dom';
import { Notice } from '../../../ui/States';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import '../../shared/history/history.css';
import { Freshness, ListMissing } from '../desk/ListParts';
import { addressOfTab } from '../desk/tabs';
import { ApproveDialog } from './ApproveDialog';
import { DecidedWithdrawals } from './DecidedWithdrawals';
import { ApprovalCard } from './ApprovalCard';
import { missingPersons } from './withdrawal-texts';
import { useDecision } from './use-decision';
import type { DecisionOutcome } from './use-decision';
import { useQueue } from './use-queue';
import { words } from './words';

/** Takes the focus, because the row that was decided on may be gone. */
function Outcome({ outcome }: { outcome: DecisionOutcome }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [outcome]);
  return (
    <div ref={ref} tabIndex={-1} className="admin-said">
      <Notice kind={outcome.kind}><p>{outcome.text}</p></Notice>
    </div>
  );
}

/** The queue of withdrawals, waiting and decided. It reloads by itself without losing typed text. */
export default function ApprovalsTab() {
  const list = useQueue();
  const { queue, reload } = list;
  const decision = useDecision(list);
  const { act, outcome } = decision;
  const isOffline = useIsOffline();
  const { pending, at, error } = queue;
  const needed = missingPersons(pending ?? [], queue.persons);

  if (pending === null || at === null) return <ListMissing error={error} offlineText={words.offlineText} onReload={reload} />;
  return (
    <div className="stack">
      <p className="quiet">{words.intro}</p>
      {outcome === null ? null : <Outcome outcome={outcome} />}
      <section className="stack" aria-labelledby="waiting">
        <div className="row spread">
          <h2 id="waiting">{words.waiting(pending.length, queue.isPartial)}</h2>
          <Freshness at={at} isOld={isOffline || error !== null} onReload={reload} />
        </div>
        <OfflineNote>{words.offline}</OfflineNote>
        {needed === null ? null : (
          <Notice kind="warning" title={words.fewTitle(needed)} action={<Link className={buttonClass('secondary')} to={addressOfTab('people')}>{words.fewWhere}</Link>}>
            <p>{words.fewText(queue.persons ?? 1, needed)}</p>
          </Notice>
        )}
        {pending.length === 0 ? <p className="quiet">{words.noneText}</p> : null}
        <ul className="cards">
          {pending.map((item) => (
            <ApprovalCard
              key={item.withdrawalId} item={item} nowMs={at} isGone={item.withdrawalId === queue.decidedElsewhereId}
              isOffline={isOffline} decision={decision}
            />
          ))}
        </ul>
        {queue.isPartial ? <p className="quiet small">{words.cut}</p> : null}
      </section>
      <section className="stack" aria-labelledby="decided">
        <h2 id="decided">{words.decided}</h2>
        <DecidedWithdrawals items={queue.decided ?? []} list={list} />
      </section>
      {act?.kind === 'approve' && !decision.asksPassword ? (
        <ApproveDialog item={act.item} isGone={queue.decidedElsewhereId === act.item.withdrawalId} isOffline={isOffline} decision={decision} />
      ) : null}
      {decision.asksPassword ? (
        <PasswordDialog why={words.why} onClose={decision.onPasswordCanceled} onConfirmed={decision.onPasswordConfirmed} />
      ) : null}
    </div>
  );
}
