import { useSearchParams } from 'react-router-dom';
import { clock } from '../../../core/time';
import '../../shared/history/history.css';
import './reports.css';
import { openListOf, periodOf } from './address';
import { EntriesView } from './EntriesView';
import { PeriodChoice } from './PeriodChoice';
import { ReportView } from './ReportView';
import { words } from './words';

/** The reports tab: a period's figures, or the entries of one of them. Both have an address. */
export default function ReportsTab() {
  const [search] = useSearchParams();
  const { choice, period } = periodOf(search, clock.now());
  const open = openListOf(search);
  if (open !== null && period !== null) {
    const days = open.day === undefined ? period : { from: open.day, to: open.day };
    return <EntriesView key={search.toString()} list={open} period={days} />;
  }
  return (
    <div className="stack report">
      <p className="quiet">{words.intro}</p>
      <PeriodChoice key={choice} choice={choice} period={period} />
      {period === null ? <p className="quiet">{words.chooseDays}</p> : <ReportView key={`${period.from} ${period.to}`} period={period} />}
    </div>
  );
}
