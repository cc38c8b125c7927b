import { Link } from '../../../ui/routing';
import { breakOf } from '../../../core/protection-view';
import type { Break } from '../../../core/protection-view';
import { useProtection } from '../../../bridge/use-protection';
import { dateTime } from '../../../core/time';
import { buttonClass } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { useCan } from '../use-shelf';
import { words } from './words';

/** In place of what a break closes: until when, and what is open. */
export function BreakNotice({ onBreak }: { onBreak: Break }) {
  const protection = useProtection((state) => state.protection);
  const canWithdraw = useCan('withdrawals');
  const until = onBreak.until ?? (onBreak.waits ? onBreak.until : breakOf(onBreak.state, protection, [])?.until);
  return (
    <Notice
      title={words.breakTitle[onBreak.state]}
      action={
        <>
          {canWithdraw ? <Link className={buttonClass('secondary')} to="/withdraw">{words.withdraw}</Link> : null}
          <Link className={buttonClass('ghost')} to="/self-exclusion">{words.more}</Link>
        </>
      }
    >
      <p>{typeof until === 'number' ? `${words.breakUntil(dateTime(until))} ` : ''}{words.breakText}{onBreak.waits ? ` ${words.breakWaits}` : ''}</p>
    </Notice>
  );
}
