import type { ReactNode } from 'react';
import { historyWords } from './words';

interface Total {
  readonly label: string;
  /** Null until it is known; the place has its final size. */
  readonly value: ReactNode;
}

/** The sums of the whole period, not only of the rows that are shown. */
export function Totals({ period, items }: { period: string; items: readonly Total[] }) {
  return (
    <section className="card totals" aria-label={historyWords.totals}>
      <p className="quiet small">{period}</p>
      <dl>
        {items.map(({ label, value }) => (
          <div key={label}>
            <dt className="quiet small">{label}</dt>
            <dd>{value ?? <span className="skeleton totals-wait" aria-hidden="true" />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
