import { useId } from 'react';
import type { ReactNode } from 'react';
import { dateTime } from '../../../core/time';
import { agoText } from '../corrections/texts';
import { words } from './words';

interface Props {
  title: string;
  /** Since when it is known. */
  since: string;
  /** Epoch ms of the list. */
  nowMs: number;
  facts: readonly (readonly [label: string, value: string])[];
  isProposed: boolean;
  /** The buttons. */
  children: ReactNode;
}

/** One case, with what was expected beside what came. */
export function CaseCard({ title, since, nowMs, facts, isProposed, children }: Props) {
  const id = useId();
  const sinceMs = Date.parse(since);
  return (
    <li className="approval card" data-row="" tabIndex={-1} aria-labelledby={id}>
      <div className="approval-what">
        <h3 id={id}>{title}</h3>
        <p className="quiet small"><time dateTime={since} title={dateTime(sinceMs)}>{words.age(agoText(sinceMs, nowMs))}</time>, {dateTime(sinceMs)}</p>
      </div>
      <dl className="approval-facts case-facts">
        {facts.map(([label, value]) => (
          <div key={label} className="admin-fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="approval-act">
        {isProposed ? <p className="approval-locked">{words.isProposed}</p> : <div className="row">{children}</div>}
      </div>
    </li>
  );
}
