import { useRef } from 'react';
import type { PromotionCosts } from '../../../bridge/actions/admin-promotions';
import { Button } from '../../../ui/Button';
import { Notice, Skeleton } from '../../../ui/States';
import { Amount } from '../../shared/money/Amount';
import type { CostsState } from './use-costs';
import { words } from './words';

const ROWS = ['atMost', 'best', 'ordinary', 'house', 'wagering'] as const satisfies readonly (keyof PromotionCosts)[];

/** Shows what one claim costs the house and brings players. */
export function CostFigures({ costs }: { costs: PromotionCosts }) {
  return (
    <dl className="cost-figures">
      {ROWS.map((row) => {
        const amount = costs[row];
        return (
          <div key={row}>
            <dt>{words.costs[row]} <span className="quiet small">{words.costNotes[row]}</span></dt>
            <dd className="figures">{amount === null ? words.costUnknown : <Amount amount={amount} currency="NGN" />}</dd>
          </div>
        );
      })}
    </dl>
  );
}

interface Props {
  state: CostsState;
  /** Decimal naira; null for a draw, and while it can't be read. */
  budget: number | null;
  onAgain: () => void;
}

/** The costs of the terms that are typed, before they are proposed. */
export function Costs({ state, budget, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const workOutAgain = () => {
    heading.current?.focus();
    onAgain();
  };
  const isOver = state.is === 'ready' && budget !== null && state.costs.atMost > budget;
  return (
    <section className="stack" aria-labelledby="costs-title" aria-busy={state.is === 'working'}>
      <h3 id="costs-title" ref={heading} tabIndex={-1}>{words.costsTitle}</h3>
      <p className="unseen" role="status">{state.is === 'working' ? words.costsWorking : state.is === 'ready' ? words.costsKnown : ''}</p>
      {state.is === 'working' ? <Skeleton lines={5} /> : null}
      {state.is === 'ready' ? <CostFigures costs={state.costs} /> : null}
      {isOver ? <Notice kind="warning" live>{words.overBudget}</Notice> : null}
      {state.is === 'unreadable' ? <p className="quiet">{words.costsUnreadable}</p> : null}
      {state.is === 'offline' || state.is === 'failed' ? (
        <Notice kind="warning" live action={<Button variant="secondary" onClick={workOutAgain}>{words.costsAgain}</Button>}>
          {state.is === 'offline' ? words.costsOffline : state.text}
        </Notice>
      ) : null}
    </section>
  );
}
