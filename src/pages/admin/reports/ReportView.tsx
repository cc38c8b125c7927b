import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { loadReport, storedReport } from '../../../bridge/actions/reports';
import type { Report } from '../../../core/contract/reports';
import type { ReportPeriod } from '../../../core/reports/period';
import { clock, dateTime } from '../../../core/time';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { EmptyState, Notice } from '../../../ui/States';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { Freshness, ListMissing } from '../desk/ListParts';
import { addressOfList } from './address';
import { Breakdowns } from './Breakdowns';
import { FigureTable } from './FigureTable';
import { Funds } from './Funds';
import { LargePayments } from './LargePayments';
import { SaveFile } from './SaveFile';
import { amountText } from '../desk/amount-text';
import { dayText } from './texts';
import { words } from './words';

/** The report of one period. */
export function ReportView({ period }: { period: ReportPeriod }) {
  const { from, to } = period;
  const load = useCallback((signal: AbortSignal) => loadReport({ from, to }, signal), [from, to]);
  const stored = useCallback(() => storedReport({ from, to }), [from, to]);
  const { data, savedAt, live, error, reload } = useSnapshot(stored, load);
  const isOffline = useIsOffline();
  const heading = words.heading(dayText(from), dayText(to));
  if (data === null) return <ListMissing error={error} offlineText={words.offlineText} onReload={reload} />;
  const isEmpty = data.days.length === 0;
  return (
    <div className="stack">
      <div className="row spread">
        <h2 className="figures">{heading}</h2>
        <span className="row report-screen">
          <Freshness at={savedAt ?? 0} isOld={!live} onReload={reload} label={words.reload} />
          <Button variant="secondary" onClick={() => window.print()}>{words.print}</Button>
        </span>
      </div>
      <p className="report-printed small">{words.printed(dateTime(clock.now()))}</p>
      {isOffline ? <Notice kind="info">{words.offline}</Notice> : null}
      {error === null || isOffline ? null : <Notice kind="warning" live>{words.offlineText}</Notice>}
      {isEmpty && data.closedTo === null ? null : <State report={data} />}
      {isEmpty ? <EmptyState title={words.empty} /> : (
        <>
          <FigureTable report={data} />
          <Funds report={data} />
          <Breakdowns report={data} />
        </>
      )}
      <Register report={data} />
      <LargePayments period={period} from={data.largeFrom} />
    </div>
  );
}

/** Says how far the closed days go, and what is in none of the figures. */
function State({ report: { closedTo, late, open } }: { report: Report }) {
  return (
    <div className="quiet small">
      <p>{closedTo === null ? words.notClosed : words.closedTo(dayText(closedTo))}{open === null ? '' : ` ${words.openNote(amountText(open.ggr))}`}</p>
      {late === null ? null : <p>{words.lateNote}</p>}
    </div>
  );
}

function Register({ report: { from, to, late, open } }: { report: Report }) {
  const [search] = useSearchParams();
  const parts = (['closed', 'late', 'open'] as const).filter((part) => part === 'closed' || (part === 'late' ? late : open) !== null);
  return (
    <section className="stack report-screen" aria-labelledby="report-register">
      <h2 id="report-register">{words.register}</h2>
      <p className="quiet">{words.registerText}</p>
      {parts.map((part) => (
        <div key={part} className="row">
          <Link className="text-link" data-row="" to={addressOfList(search, { figure: 'register', part })}>{words.registerOpen(words.parts[part])}</Link>
          <SaveFile body={{ from, to, what: 'entries', figure: 'register', part }} name={words.registerOpen(words.parts[part])} />
        </div>
      ))}
    </section>
  );
}
