import type { RefusedReport } from '../../../core/fairness/refused-bets';
import { formatNaira, kobo } from '../../../core/money';
import { Notice } from '../../../ui/States';
import { words } from './words';

/** What bets that were refused would have been, in sum: a platform that refuses those that win shows here. */
export function RefusedBets({ report }: { report: RefusedReport }) {
  const { count, drawnCount, staked, wouldHavePaid, winCount, waitingCount, openCount, unreadableCount } = report;
  const notes = [
    drawnCount > 0 ? words.refusedSum(drawnCount, formatNaira(kobo(staked)), formatNaira(kobo(wouldHavePaid)), winCount) : '',
    waitingCount > 0 ? words.refusedWait(waitingCount) : '',
    openCount > 0 ? words.refusedOpen(openCount) : '',
    unreadableCount > 0 ? words.refusedUnreadable(unreadableCount) : '',
  ].filter((text) => text !== '');
  return (
    <Notice kind={wouldHavePaid > staked ? 'warning' : 'info'} title={words.refused(count)} live>
      {notes.map((text) => <p key={text}>{text}</p>)}
    </Notice>
  );
}
