import { Link } from 'react-router-dom';
import { breakOf } from '../../../core/protection-view';
import type { Break } from '../../../core/protection-view';
import { useProtection } from '../../../bridge/protection/use-protection';
import { dateTime } from '../../../core/time';
import { buttonClass } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { useCan } from '../shelf/use-shelf';
import { words } from './words';

function endWords(until: number | null | undefined): string {
  if (until === undefined) return '';
  return `${until === null ? words.noEnd : words.breakUntil(dateTime(until))} `;
}

/** Takes the place of a page that a break closes, and says until when, and what is open. */
export function BreakNotice({ onBreak }: { onBreak: Break }) {
  const protection = useProtection((state) => state.protection);
  const canWithdraw = useCan('withdrawals');
  const until = onBreak.until ?? (onBreak.isWaiting ? onBreak.until : breakOf(onBreak.state, protection, [])?.until);
  // An exclusion with an unknown end promises no date.
  const isEndless = until === null || (until === undefined && onBreak.state === 'excluded');
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
      {protection?.otherAccount === true ? <p>{words.breakElsewhere}</p> : null}
      <p>{endWords(until)}{isEndless ? words.excludedText : words.breakText}{onBreak.isWaiting ? ` ${words.breakWaits}` : ''}</p>
    </Notice>
  );
}
