import type { ReactNode } from 'react';
import { classNames } from './class-names';
import './states.css';

/** Says that there is nothing to show, and what to do about it. `art` is decoration. */
export function EmptyState({ title, children, action, art }: { title: string; children?: ReactNode; action?: ReactNode; art?: ReactNode }) {
  return (
    <div className="state">
      {art === undefined ? null : <div aria-hidden="true">{art}</div>}
      <p className="state-title">{title}</p>
      {children === undefined ? null : <div className="quiet">{children}</div>}
      {action}
    </div>
  );
}

export type NoticeKind = 'info' | 'success' | 'warning' | 'danger';

/** A short message inside a page. With `live` a screen reader says it when it appears. */
export function Notice({ kind = 'info', title, live = false, action, children }: {
  kind?: NoticeKind;
  title?: string;
  live?: boolean;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={classNames('notice', `notice-${kind}`)} role={live ? (kind === 'danger' ? 'alert' : 'status') : undefined}>
      {title === undefined ? null : <p className="notice-title">{title}</p>}
      {children}
      {action === undefined ? null : <div className="row">{action}</div>}
    </div>
  );
}

/** An empty shape of the final size. */
export function Skeleton({ lines = 1, className }: { lines?: number; className?: string }) {
  return (
    <div className={classNames('stack', className)} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => <div className="skeleton" key={line} />)}
    </div>
  );
}

export function Pill({ kind = 'quiet', children }: { kind?: 'quiet' | 'accent' | NoticeKind; children: ReactNode }) {
  return <span className={classNames('pill', `pill-${kind}`)}>{children}</span>;
}

export function Card({ children, className, label }: { children: ReactNode; className?: string; label?: string }) {
  return <section className={classNames('card', className)} aria-label={label}>{children}</section>;
}
