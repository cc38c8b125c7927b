import type { RefusedReport } from '../../../core/fairness/refused-bets';
import { formatNaira, kobo } from '../../../core/money';
import { Notice } from '../../../ui/States';
import { words } from './words';

/** Sums up how the refused bets would have ended, because that shows a platform that refuses the bets that win. */
export function RefusedBets({ report }: { report: RefusedReport }) {
  const { count, own, listed, isSuspicious, waitingCount, openCount, unreadableCount } = report;
  const notes = [
    own.count > 0 ? words.refusedSum(own.count, formatNaira(kobo(own.staked)), formatNaira(kobo(own.wouldHavePaid)), own.winCount) : '',
    listed.count > 0 ? words.refusedListed(listed.count, formatNaira(kobo(listed.staked)), formatNaira(kobo(listed.wouldHavePaid))) : '',
    waitingCount > 0 ? words.refusedWait(waitingCount) : '',
    openCount > 0 ? words.refusedOpen(openCount) : '',
    unreadableCount > 0 ? words.refusedUnreadable(unreadableCount) : '',
  ].filter((text) => text !== '');
  return (
    <Notice kind={isSuspicious ? 'warning' : 'info'} title={words.refused(count)} live>
      {notes.map((text) => <p key={text}>{text}</p>)}
    </Notice>
  );
}
