import { useState } from 'react';
import type { ReactNode } from 'react';
import { clock, clockTime, dateTime, lagosDay } from '../../../core/time';
import { Icon } from '../../../ui/more-icons';
import type { IconName } from '../../../ui/more-icons';
import './timeline.css';

/** `done`, `past` (neither good nor bad) and `bad` steps have a time. `now` is the step that is awaited, `next` follows it. */
export type StepState = 'done' | 'past' | 'now' | 'next' | 'bad';

export interface TimelineRow {
  readonly id: string;
  readonly label: string;
  readonly state: StepState;
  /** Epoch ms; null while it has not happened. */
  readonly at: number | null;
  readonly detail?: ReactNode;
}

function When({ at }: { at: number }) {
  const [today] = useState(() => lagosDay(clock.now()));
  const isToday = lagosDay(at) === today;
  return (
    <time className="quiet small figures" dateTime={new Date(at).toISOString()} title={dateTime(at)}>
      {isToday ? clockTime(at) : dateTime(at)}
    </time>
  );
}

const ICON: Partial<Readonly<Record<StepState, IconName>>> = { done: 'check', past: 'clock', bad: 'close' };

/** The steps of a deposit or withdrawal, with their times. */
export function Timeline({ rows, label, nowLabel }: { rows: readonly TimelineRow[]; label: string; nowLabel: string }) {
  return (
    <ol className="timeline" aria-label={label}>
      {rows.map(({ id, label: step, state, at, detail }) => (
        <li key={id} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <Dot icon={ICON[state]} />
          <span className="timeline-label">
            {step}
            {state === 'now' ? <span className="unseen"> ({nowLabel})</span> : null}
          </span>
          {at === null ? null : <When at={at} />}
          {detail === undefined ? null : <p className="timeline-detail quiet small">{detail}</p>}
        </li>
      ))}
    </ol>
  );
}

function Dot({ icon }: { icon: IconName | undefined }) {
  return <span className="timeline-dot" aria-hidden="true">{icon === undefined ? null : <Icon name={icon} size={14} />}</span>;
}
