import { Link, useSearchParams } from 'react-router-dom';
import type { Report } from '../../../core/contract/reports';
import { figureWords } from '../../../core/reports/figure-words';
import type { FigureKey } from '../../../core/reports/figure-words';
import { addressOfList } from './address';
import { amountText } from '../desk/amount-text';
import { words } from './words';

const GROUPS = {
  play: ['stakes', 'returned', 'wins', 'ggr', 'bonusCost', 'ngr'],
  payments: ['deposits', 'held', 'sentBack', 'payouts', 'cameBack', 'paidTwice', 'cashFlow'],
  adjustments: ['adjustmentsGiven', 'adjustmentsTaken'],
} as const satisfies Readonly<Record<string, readonly FigureKey[]>>;
/** These figures are sums of others, so the table sets them apart. */
const SUMS: ReadonlySet<FigureKey> = new Set(['ggr', 'ngr', 'cashFlow']);

/** Every figure of the period beside its definition. Each opens down to its entries. */
export function FigureTable({ report }: { report: Report }) {
  return (
    <>
      {(['play', 'payments', 'adjustments'] as const).map((group) => (
        <section key={group} className="stack" aria-labelledby={`report-${group}`}>
          <h2 id={`report-${group}`}>{words.groups[group]}</h2>
          <dl className="report-figures">{GROUPS[group].map((figure) => <Figure key={figure} figure={figure} report={report} />)}</dl>
        </section>
      ))}
      <section className="stack" aria-labelledby="report-taxes">
        <h2 id="report-taxes">{words.groups.taxes}</h2>
        <dl className="report-figures">
          <div>
            <dt>{words.taxes.name}</dt>
            <dd className="quiet report-value">{words.taxes.value}</dd>
            <dd className="quiet small report-says">{words.taxes.says}</dd>
          </div>
        </dl>
      </section>
    </>
  );
}

function Figure({ figure, report: { closed, late } }: { figure: FigureKey; report: Report }) {
  const [search] = useSearchParams();
  const { name, says } = figureWords.figures[figure];
  const lateAmount = late?.[figure] ?? 0;
  return (
    <div data-sum={SUMS.has(figure) ? '' : undefined}>
      <dt>{name}</dt>
      <dd className="figures report-value">
        <Link className="report-amount" data-row="" aria-label={`${name}: ${amountText(closed[figure])}. ${words.open(name)}`} to={addressOfList(search, { figure, part: 'closed' })}>
          {amountText(closed[figure])}
        </Link>
        {lateAmount === 0 ? null : (
          <Link className="report-late small" to={addressOfList(search, { figure, part: 'late' })}>{words.late(amountText(lateAmount))}</Link>
        )}
      </dd>
      <dd className="quiet small report-says">{says}</dd>
    </div>
  );
}
