import { useRef } from 'react';
import type { Limit } from '../../core/contract/protection';
import { formatNaira, nairaToKobo, ZERO_KOBO, negateKobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { dateTime } from '../../core/time';
import { useIsOffline } from '../../state/use';
import { Button } from '../../ui/Button';
import { LimitForm } from './LimitForm';
import type { LimitFacts } from './limit-facts';
import { useLimitChange } from './use-limit-change';
import type { LimitChange } from './use-limit-change';
import { words } from './words';

const naira = (amount: Kobo) => formatNaira(amount, { whole: true });

interface PendingProps {
  pending: NonNullable<Limit['pending']>;
  change: LimitChange;
  nowMs: number;
  onAnswered: () => void;
}

/** A higher limit that waits: its waiting time, and then the second confirmation. */
function Pending({ pending, change, nowMs, onAnswered }: PendingProps) {
  const isOffline = useIsOffline();
  const [from, until] = [Date.parse(pending.from), Date.parse(pending.until)];
  if (nowMs >= until) return null;
  const amount = pending.amount === null ? words.pendingNone : naira(nairaToKobo(pending.amount) ?? ZERO_KOBO);
  const isDue = nowMs >= from;
  return (
    <div className="limit-pending" role="status">
      <p className="small">{isDue ? words.pendingDue(amount, dateTime(until)) : words.pending(amount, dateTime(from))}</p>
      {isOffline ? null : (
        <div className="row">
          <Button variant="secondary" busy={change.busy} onClick={() => void change.drop().then(onAnswered)}>{isDue ? words.keep : words.drop}</Button>
          {isDue ? <Button variant="secondary" busy={change.busy} onClick={() => void change.confirm().then(onAnswered)}>{words.confirm(amount)}</Button> : null}
        </div>
      )}
      {change.error === null ? null : <p className="field-error">{change.error}</p>}
    </div>
  );
}

/** While the player is ahead, more is left than the limit, and the limit would look wrong beside it. */
function leftText(remaining: Kobo, limit: Kobo): string {
  if (remaining === 0) return words.reached(naira(limit));
  return remaining > limit ? words.leftAhead(naira(remaining), naira(limit)) : words.left(naira(remaining), naira(limit));
}

/** Shows what is left of the limit, or that there is none. */
function LimitStatus({ facts: { limit, own, ceiling, effective, used, remaining, isWaiting } }: { facts: LimitFacts }) {
  const soFar = used < 0 ? words.ahead(naira(negateKobo(used))) : effective === null ? words.soFar(naira(used)) : words.used(naira(used));
  if (effective === null || remaining === null) return <p className="quiet">{words.none}{used === 0 ? '' : ` · ${soFar}`}</p>;
  const share = effective === 0 ? 1 : Math.min(1, Math.max(0, used / effective));
  return (
    <>
      <p className="limit-left">{leftText(remaining, effective)}</p>
      <svg className="limit-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" data-full={remaining === 0 || undefined}>
        <rect width="100" height="4" />
        <rect className="limit-bar-used" width={share * 100} height="4" />
      </svg>
      <p className="quiet small">
        {soFar} · {words.again[limit.period]}
        {ceiling !== null && (own === null || ceiling < own) ? ` · ${words.ceiling}` : ''}
      </p>
      {isWaiting ? <p className="small" role="status">{words.waitsHere}</p> : null}
    </>
  );
}

interface Props {
  facts: LimitFacts;
  nowMs: number;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}

/** One limit: its state, what waits, and the form to change it. */
export function LimitRow({ facts, nowMs, isOpen, onOpen }: Props) {
  const change = useLimitChange(facts);
  const row = useRef<HTMLLIElement>(null);
  const { limit, own } = facts;
  const [kind, period] = [words.kind[limit.kind].title, words.period[limit.period].toLowerCase()];
  // The form is drawn again without the buttons that had the focus; fields that are still there keep it.
  const toChange = () => {
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) row.current?.querySelector<HTMLElement>('.limit-change')?.focus();
    });
  };
  const close = () => {
    onOpen(false);
    toChange();
  };
  return (
    <li className="limit" ref={row}>
      <div className="limit-head">
        <h4>{words.period[limit.period]}</h4>
        {isOpen ? null : (
          <button
            type="button" className="button button-ghost limit-change"
            aria-label={own === null ? words.setOf(kind, period) : words.changeOf(kind, period)} onClick={() => onOpen(true)}
          >
            {own === null ? words.set : words.change}
          </button>
        )}
      </div>
      <div className="limit-facts"><LimitStatus facts={facts} /></div>
      {limit.pending === null ? null : <Pending pending={limit.pending} change={change} nowMs={nowMs} onAnswered={toChange} />}
      {isOpen ? <LimitForm facts={facts} change={change} onDone={close} /> : null}
    </li>
  );
}
