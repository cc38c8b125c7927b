import { useId } from 'react';
import type { Correction } from '../../../core/contract/corrections';
import { dateTime } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { Button } from '../../../ui/Button';
import { PlayerFacts } from './PlayerFacts';
import { nairaText } from '../desk/amount-text';
import { agoText, balanceAfter, nameOf, reasonText, whatOf } from './texts';
import type { CorrectionDecision } from './use-correction-decision';
import { words } from './words';

interface Props {
  item: Correction;
  /** Epoch ms of the list. */
  nowMs: number;
  /** No decision can be sent without a connection. */
  isOffline: boolean;
  decision: CorrectionDecision;
}

/** What is to happen, why, and what the player will read. */
export function CorrectionTexts({ item }: { item: Correction }) {
  return (
    <>
      <p>{reasonText(item.reasonCode)}</p>
      {item.takesBack === null ? null : <p>{words.takesBack(nairaText(item.takesBack.amount), dateTime(Date.parse(item.takesBack.at)))}</p>}
      <p><span className="quiet small">{words.note}</span><br />{item.note}</p>
      {item.playerText === null ? null : <p><span className="quiet small">{words.told}</span><br />“{item.playerText}”</p>}
      {item.facts.length === 0 ? null : (
        <dl className="lookalike-facts">
          {item.facts.map(({ name, value }) => (
            <div key={name}>
              <dt className="quiet">{entryOf(words.facts, name) ?? name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** One correction that waits for a second person, with all facts that the decision needs. */
export function CorrectionCard({ item, nowMs, isOffline, decision }: Props) {
  const id = useId();
  const proposedAt = Date.parse(item.proposedAt);
  const isOff = isOffline || decision.busy;
  return (
    <li className="approval card" data-row="" tabIndex={-1} aria-labelledby={id}>
      <div className="approval-what">
        <h3 id={id} aria-label={whatOf(item)}>
          <span className="approval-amount figures">{nairaText(item.amount)}</span> {nameOf(item)}
        </h3>
        <CorrectionTexts item={item} />
      </div>
      {item.player === null ? null : <PlayerFacts player={item.player} after={balanceAfter(item)} />}
      <div className="approval-act">
        <p className="quiet small">
          <time dateTime={item.proposedAt} title={dateTime(proposedAt)}>{words.proposed(item.proposedBy, agoText(proposedAt, nowMs))}</time>
        </p>
        {item.isOwn ? <p className="approval-locked">{words.isOwn}</p> : null}
        {item.whyNot === null ? null : <p className="approval-locked">{words.notCounted} {item.whyNot}</p>}
        <div className="row">
          {item.isOwn || item.whyNot !== null ? null : (
            <Button aria-label={words.confirmOf(whatOf(item))} disabled={isOff} onClick={() => decision.begin({ kind: 'confirm', item })}>{words.confirm}</Button>
          )}
          <Button variant="secondary" aria-label={words.withdrawOf(whatOf(item))} disabled={isOff} onClick={() => decision.begin({ kind: 'withdraw', item })}>
            {words.withdraw}
          </Button>
        </div>
      </div>
    </li>
  );
}
