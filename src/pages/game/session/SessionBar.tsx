import { useEffect, useState } from 'react';
import { steadyNow } from '../../../bridge/platform/clock';
import { durationWords } from '../../../core/time';
import type { Kobo } from '../../../core/money';
import { Money } from '../../../ui/Money';
import { words } from '../words';

const TICK_MS = 1_000;

/** Renders every second by itself, without the rest of the page. */
function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(steadyNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(steadyNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span className="figures">{durationWords(now - since)}</span>;
}

export interface SessionFigures {
  /** Null until the session has begun. */
  readonly startedAt: number | null;
  readonly staked: Kobo;
  readonly net: Kobo;
}

/** Shows the time, the stakes and the result of the session. */
export function SessionBar({ startedAt, staked, net }: SessionFigures) {
  return (
    <dl className="session" aria-label={words.session}>
      <div>
        <dt>{words.sessionTime}</dt>
        <dd>{startedAt === null ? durationWords(0) : <Clock since={startedAt} />}</dd>
      </div>
      <div>
        <dt>{words.sessionStaked}</dt>
        <dd><Money amount={staked} /></dd>
      </div>
      <div>
        <dt>{words.sessionNet}</dt>
        <dd><Money amount={net} signed /></dd>
      </div>
    </dl>
  );
}
