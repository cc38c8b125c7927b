import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { drainNow } from '../../bridge/actions/sync';
import { useOutbox } from '../../bridge/outbox/use-outbox';
import { useProtection } from '../../bridge/protection/use-protection';
import type { Break } from '../../core/protection-view';
import { dateTime } from '../../core/time';
import { useConnection } from '../../state/use';
import { delayWords } from '../shared/outbox/delay-words';
import { useCan } from '../shared/shelf/use-shelf';
import { Button, buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/more-icons';
import { words } from './words';

function end({ until }: Break): string {
  if (until === undefined) return words.untilUnknown;
  return until === null ? words.forGood : words.until(dateTime(until));
}

interface Props {
  onBreak: Break;
  /** Counts the breaks that began on this page. Each brings the focus here from the end of the long page. */
  breaksBegun: number;
}

/** States that a break is on, its end, what stays open, and who can help. */
export function BreakStatus({ onBreak, breaksBegun }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (breaksBegun > 0) heading.current?.focus();
  }, [breaksBegun]);
  const isOnline = useConnection(({ reach }) => reach === 'online');
  const item = useOutbox((outbox) => outbox.items.find(({ kind, state }) => kind === 'exclude' && state === 'waiting'));
  const delay = item === undefined ? null : delayWords(item);
  const isOnOtherAccount = useProtection((state) => state.protection?.otherAccount === true);
  const [canWithdraw, canHistories] = [useCan('withdrawals'), useCan('histories')];
  return (
    <section className="on-break" aria-labelledby="on-break">
      <Icon name="shield" size={32} />
      <h2 id="on-break" tabIndex={-1} ref={heading}>{words.onBreak[onBreak.state]}</h2>
      <p className="on-break-until">{end(onBreak)}</p>
      {isOnOtherAccount ? <p>{words.elsewhere}</p> : null}
      <p>{onBreak.until === null ? words.onBreakForGood : words.onBreakText}</p>
      <div role="status" className="on-break-waits">
        {onBreak.isWaiting ? <p>{onBreak.needsNewerApp ? words.needsNewerApp : isOnline ? words.stillWaits : words.waits}</p> : null}
        {delay === null || onBreak.needsNewerApp ? null : <p>{delay}</p>}
        {onBreak.isWaiting && isOnline && delay === null ? <Button variant="secondary" onClick={() => void drainNow()}>{words.sendNow}</Button> : null}
      </div>
      <div className="row">
        {canWithdraw ? <Link className={buttonClass('secondary')} to="/withdraw">{words.withdraw}</Link> : null}
        {canHistories ? <Link className={buttonClass('secondary')} to="/transactions-history">{words.history}</Link> : null}
        <Link className={buttonClass('ghost')} to="/responsible-gambling">{words.helpMore}</Link>
      </div>
      <p className="small">{words.help}</p>
    </section>
  );
}
