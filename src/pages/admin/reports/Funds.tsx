import type { Report } from '../../../core/contract/reports';
import { amountText } from '../desk/amount-text';
import { dayText } from './texts';
import { words } from './words';

/** What is players' money at the end of the period's last closed day, and what came in for it. */
export function Funds({ report: { days, openDifferences } }: { report: Report }) {
  const last = days.findLast(({ balances }) => balances !== null);
  return (
    <section className="stack" aria-labelledby="report-funds">
      <h2 id="report-funds">{words.funds}</h2>
      {last?.balances === undefined || last.balances === null ? <p className="quiet">{words.fundsNone}</p> : (
        <>
          <p className="quiet">{words.fundsAt(dayText(last.day))}</p>
          <Balances balances={last.balances} />
          <p className="quiet small">{words.fundsBank(openDifferences)}</p>
        </>
      )}
    </section>
  );
}

function Balances({ balances }: { balances: Readonly<Record<string, number>> }) {
  const balanceOf = (account: string): number => balances[account] ?? 0;
  const players = balanceOf('real') + balanceOf('held') + balanceOf('suspense');
  // A payment is taken from the gateway's account, so what came in stands there below zero.
  const gateway = -balanceOf('gateway');
  const rows = [
    ['real', balanceOf('real')], ['held', balanceOf('held')], ['suspense', balanceOf('suspense')], ['players', players], ['gateway', gateway],
    ['rest', gateway - players], ['bonus', balanceOf('bonus')],
  ] as const;
  return (
    <dl className="report-figures">
      {rows.map(([key, amount]) => (
        <div key={key} data-sum={key === 'players' || key === 'rest' ? '' : undefined}>
          <dt>{words.fund[key].name}</dt>
          <dd className="figures report-value" data-below={amount < 0 ? '' : undefined}>{amountText(Math.round(amount * 100) / 100)}</dd>
          <dd className="quiet small report-says">{words.fund[key].says}</dd>
        </div>
      ))}
    </dl>
  );
}
