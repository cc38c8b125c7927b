import { Link, useSearchParams } from 'react-router-dom';
import type { Report, ReportFigures } from '../../../core/contract/reports';
import { BREAKDOWN_KEYS, BREAKDOWNS } from '../../../core/reports/figure-words';
import type { Breakdown, FigureKey } from '../../../core/reports/figure-words';
import { Pill } from '../../../ui/States';
import { addressOfList } from './address';
import type { OpenList } from './address';
import { SaveFile } from './SaveFile';
import { amountText } from '../desk/amount-text';
import { dayText, nameOfFigure, nameOfLine, shortNameOf } from './texts';
import { words } from './words';

const DAY_FIGURES = ['stakes', 'wins', 'ggr', 'bonusCost', 'ngr', 'deposits', 'payouts', 'cashFlow'] as const satisfies readonly FigureKey[];

/** The same figures by day, by game, by way to pay, and by state. */
export function Breakdowns({ report }: { report: Report }) {
  return (
    <>
      <ByDay report={report} />
      {BREAKDOWN_KEYS.map((breakdown) => <ByValue key={breakdown} breakdown={breakdown} report={report} />)}
    </>
  );
}

interface HeadProps {
  first: string;
  keys: readonly FigureKey[];
}

const Head = ({ first, keys }: HeadProps) => (
  <thead>
    <tr><th scope="col">{first}</th>{keys.map((key) => <th key={key} scope="col" title={nameOfFigure(key)}>{shortNameOf(key)}</th>)}</tr>
  </thead>
);

const Total = ({ figures, keys }: { figures: ReportFigures; keys: readonly FigureKey[] }) => (
  <tfoot>
    <tr><th scope="row">{words.total}</th>{keys.map((key) => <td key={key} className="figures">{amountText(figures[key])}</td>)}</tr>
  </tfoot>
);

interface CellsProps {
  /** The name of the row, for screen readers. */
  of: string;
  figures: ReportFigures;
  keys: readonly FigureKey[];
  /** The list that a cell opens; without it, cells are no links. */
  list?: Omit<OpenList, 'figure'>;
}

function Cells({ of, figures, keys, list }: CellsProps) {
  const [search] = useSearchParams();
  return keys.map((key) => {
    const text = amountText(figures[key]);
    return (
      <td key={key} className="figures" data-below={figures[key] < 0 ? '' : undefined}>
        {list === undefined || figures[key] === 0 ? text : (
          <Link className="report-amount" aria-label={`${of}, ${nameOfFigure(key)}: ${text}`} to={addressOfList(search, { ...list, figure: key })}>{text}</Link>
        )}
      </td>
    );
  });
}

function ByDay({ report: { from, to, days, closed } }: { report: Report }) {
  return (
    <section className="stack" aria-labelledby="report-by-day">
      <div className="row spread">
        <h2 id="report-by-day">{words.breakdowns.day}</h2>
        <SaveFile body={{ from, to, what: 'days' }} name={words.breakdowns.day} />
      </div>
      <p className="quiet small">{words.breakdownNote.day}</p>
      <div className="report-scroll" tabIndex={0} role="group" aria-labelledby="report-by-day">
        <table className="report-table">
          <Head first={words.columns.day} keys={DAY_FIGURES} />
          <tbody>
            {days.flatMap(({ day, closedAt, figures, late }) => [
              <tr key={day} data-open={closedAt === null ? '' : undefined}>
                <th scope="row" className="figures">{dayText(day)}{closedAt === null ? <> <Pill>{words.isOpen}</Pill></> : null}</th>
                <Cells of={dayText(day)} figures={figures} keys={DAY_FIGURES} list={{ part: closedAt === null ? 'open' : 'closed', day }} />
              </tr>,
              late === null ? null : (
                <tr key={`${day} late`} className="report-late-row">
                  <th scope="row" className="figures">{dayText(day)} <Pill kind="warning">{words.isLate}</Pill></th>
                  <Cells of={`${dayText(day)}, ${words.isLate}`} figures={late} keys={DAY_FIGURES} list={{ part: 'late', day }} />
                </tr>
              ),
            ])}
          </tbody>
          <Total figures={closed} keys={DAY_FIGURES} />
        </table>
      </div>
    </section>
  );
}

function ByValue({ breakdown, report }: { breakdown: Breakdown; report: Report }) {
  const keys = BREAKDOWNS[breakdown];
  const lines = report.breakdowns[breakdown].filter(({ figures }) => keys.some((key) => figures[key] !== 0));
  const id = `report-by-${breakdown}`;
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="row spread">
        <h2 id={id}>{words.breakdowns[breakdown]}</h2>
        {lines.length === 0 ? null : <SaveFile body={{ from: report.from, to: report.to, what: breakdown }} name={words.breakdowns[breakdown]} />}
      </div>
      <p className="quiet small">{words.breakdownNote[breakdown]}</p>
      {lines.length === 0 ? <p className="quiet">{words.nothing}</p> : (
        <div className="report-scroll" tabIndex={0} role="group" aria-labelledby={id}>
          <table className="report-table">
            <Head first={words.columns[breakdown]} keys={keys} />
            <tbody>
              {lines.map((line) => {
                const name = nameOfLine(breakdown, line);
                const by = breakdown === 'state' ? undefined : { breakdown, value: line.value };
                return (
                  <tr key={line.value}>
                    <th scope="row">{name}</th>
                    <Cells of={name} figures={line.figures} keys={keys} {...(by !== undefined && { list: { part: 'closed', by } })} />
                  </tr>
                );
              })}
            </tbody>
            <Total figures={report.closed} keys={keys} />
          </table>
        </div>
      )}
    </section>
  );
}
