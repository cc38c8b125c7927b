import { useEffect, useRef } from 'react';
import { errorWords } from '../../../core/error-words';
import { useConnection } from '../../../state/use';
import { Age } from '../../../ui/Age';
import { Button } from '../../../ui/Button';
import { Illustration } from '../../../ui/illustrations';
import { EmptyState, Notice, Skeleton } from '../../../ui/States';
import { OfflineNote } from '../../shared/OfflineNote';
import { PasswordDialog } from '../../shared/PasswordDialog';
import '../../shared/history.css';
import { ApproveDialog } from './ApproveDialog';
import { Decided } from './Decided';
import { Request } from './Request';
import { useDecision } from './use-decision';
import type { Said } from './use-decision';
import { useQueue } from './use-queue';
import { words } from './words';

/** Takes the focus: the row that was acted on may be gone. */
function Outcome({ said }: { said: Said }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [said]);
  return (
    <div ref={ref} tabIndex={-1} className="approval-said">
      <Notice kind={said.kind}><p>{said.text}</p></Notice>
    </div>
  );
}

/** The queue of withdrawals: what waits, and what was decided. Renews itself, and nothing typed is lost by it. */
export default function ApprovalsTab() {
  const list = useQueue();
  const { queue, reload } = list;
  const decision = useDecision(list);
  const { act, said } = decision;
  const isCut = useConnection(({ reach }) => reach === 'offline' || reach === 'portal');
  const again = <Button variant="secondary" onClick={reload}>{words.reload}</Button>;
  const { waiting, at, error } = queue;

  if (waiting === null || at === null) {
    const isUnreached = error?.problem === undefined;
    if (error === null) return <Skeleton lines={6} />;
    return (
      <EmptyState
        title={isUnreached ? words.offlineTitle : words.failed}
        art={<Illustration name={isUnreached ? 'offline' : 'error'} />}
        action={again}
      >
        {isUnreached ? words.offlineText : errorWords(error)}
      </EmptyState>
    );
  }
  return (
    <div className="stack">
      <p className="quiet">{words.intro}</p>
      {said === null ? null : <Outcome said={said} />}
      <section className="stack" aria-labelledby="waiting">
        <div className="row spread">
          <h2 id="waiting">{words.waiting(waiting.length, queue.isCut)}</h2>
          <span className="row quiet small">
            {isCut || error !== null ? <span>{words.old}, <Age at={at} /></span> : words.updated}
            {again}
          </span>
        </div>
        <OfflineNote>{words.offline}</OfflineNote>
        {waiting.length === 0 ? <EmptyState title={words.none}>{words.noneText}</EmptyState> : null}
        <ul className="cards">
          {waiting.map((item) => (
            <Request
              key={item.withdrawalId} item={item} nowMs={at} isGone={item.withdrawalId === queue.goneId}
              isCut={isCut} decision={decision}
            />
          ))}
        </ul>
        {queue.isCut ? <p className="quiet small">{words.cut}</p> : null}
      </section>
      <section className="stack" aria-labelledby="decided">
        <h2 id="decided">{words.decided}</h2>
        <Decided items={queue.decided ?? []} list={list} />
      </section>
      {act?.kind === 'approve' && !decision.asksPassword ? (
        <ApproveDialog item={act.item} isGone={queue.goneId === act.item.withdrawalId} isCut={isCut} decision={decision} />
      ) : null}
      {decision.asksPassword ? (
        <PasswordDialog why={words.why} onClose={decision.passwordRefused} onConfirmed={decision.passwordGiven} />
      ) : null}
    </div>
  );
}
