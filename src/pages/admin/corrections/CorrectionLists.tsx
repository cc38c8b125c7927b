import { useEffect, useRef } from 'react';
import type { Correction } from '../../../core/contract/corrections';
import { dateTime } from '../../../core/time';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice, Pill } from '../../../ui/States';
import { OfflineNote } from '../../shared/form/OfflineNote';
import '../../shared/history/history.css';
import { Freshness } from '../desk/ListParts';
import { CorrectionCard, CorrectionTexts } from './CorrectionCard';
import { DecisionDialogs } from './DecisionDialogs';
import { nairaText } from '../desk/amount-text';
import { nameOf } from './texts';
import type { CorrectionDecision, CorrectionOutcome } from './use-correction-decision';
import type { CorrectionsHook } from './use-corrections';
import { words } from './words';

/** Takes the focus, because the row that was decided on may be gone. */
export function Outcome({ outcome }: { outcome: CorrectionOutcome }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [outcome]);
  return (
    <div ref={ref} tabIndex={-1} className="admin-said">
      <Notice kind={outcome.kind}><p>{outcome.text}</p></Notice>
    </div>
  );
}

/** What waits for a second person, and what was decided. */
export function CorrectionLists({ list, decision }: { list: CorrectionsHook; decision: CorrectionDecision }) {
  const isOffline = useIsOffline();
  const open = list.open ?? [];
  const { act } = decision;
  const isGone = act !== null && !open.some(({ proposalId }) => proposalId === act.item.proposalId);
  return (
    <>
      <section className="stack" aria-labelledby="corrections-waiting">
        <div className="row spread">
          <h2 id="corrections-waiting">{words.waiting(open.length, list.isPartial)}</h2>
          <Freshness at={list.at} isOld={isOffline || list.error !== null} onReload={list.reload} />
        </div>
        <OfflineNote>{words.offline}</OfflineNote>
        {open.length === 0 ? null : (
          <ul className="cards">
            {open.map((item) => <CorrectionCard key={item.proposalId} item={item} nowMs={list.at} isOffline={isOffline} decision={decision} />)}
          </ul>
        )}
        {list.isPartial ? <p className="quiet small">{words.cut}</p> : null}
      </section>
      <section className="stack" aria-labelledby="corrections-ended">
        <h2 id="corrections-ended">{words.ended}</h2>
        {list.ended.length === 0 ? <p className="quiet">{words.endedNone}</p> : (
          <ul className="cards">{list.ended.map((item) => <EndedRow key={item.proposalId} item={item} />)}</ul>
        )}
        {list.more === 'failed' ? <Notice kind="warning" live>{words.moreFailed}</Notice> : null}
        {list.next === null ? null : (
          <Button variant="secondary" wide busy={list.more === 'loading'} busyLabel={words.moreBusy} onClick={list.showMore}>{words.more}</Button>
        )}
      </section>
      <DecisionDialogs decision={decision} isOffline={isOffline} isGone={isGone} />
    </>
  );
}

function EndedRow({ item }: { item: Correction }) {
  return (
    <li>
      <details className="history-card">
        <summary data-row="">
          <span className="history-line-title"><span className="figures">{nairaText(item.amount)}</span> {nameOf(item)}</span>
          <Pill kind={item.state === 'confirmed' ? 'success' : 'quiet'}>{words.state[item.state]}</Pill>
          <span className="quiet small">{words.endedBy(item.endedBy ?? '', item.proposedBy)}</span>
          {item.endedAt === null ? null : <time className="quiet small figures" dateTime={item.endedAt}>{dateTime(Date.parse(item.endedAt))}</time>}
        </summary>
        <div className="approval-more"><CorrectionTexts item={item} /></div>
      </details>
    </li>
  );
}
