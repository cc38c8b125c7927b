import type { ReactNode } from 'react';
import { historyWords } from './words';

interface Total {
  readonly label: string;
  /** Null while it is not known: a place of the final size. */
  readonly value: ReactNode;
}

/** Sums over the whole period, not over what is shown of it. */
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
