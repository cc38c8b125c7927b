import { Link } from '../../ui/routing';
import { FigureAge } from '../../bridge/FigureAge';
import type { Kobo } from '../../core/money';
import type { FigureSource } from '../../state/figures';
import { useCan, useFigures, useSession } from '../../state/use';
import { buttonClass } from '../../ui/Button';
import { Money } from '../../ui/Money';
import { words } from './balance-words';

const SOURCE_WORDS = { live: words.live, dated: words.dated, unknown: words.unknown } satisfies Record<FigureSource, string>;

function Line({ label, amount, currency }: { label: string; amount: Kobo | null; currency: string }) {
  return (
    <div className="row spread">
      <dt>{label}</dt>
      <dd>{amount === null ? '–' : <Money amount={amount} currency={currency} />}</dd>
    </div>
  );
}

/** What the balance is made of, from when it is, and the way to every movement. */
export default function BalanceDetails({ onClose }: { onClose: () => void }) {
  const known = useSession((session) => session.balance);
  const meanwhile = useFigures((figures) => figures.balanceMeanwhile);
  const balance = meanwhile ?? known;
  const bonus = useSession((session) => session.bonusAmount);
  const currency = useSession((session) => session.balanceCurrency) ?? 'NGN';
  const held = useFigures((figures) => figures.held);
  const source = useFigures((figures) => figures.balance.source);
  const canHistories = useCan('histories');
  const canWithdraw = useCan('withdrawals');
  const canBonuses = useCan('bonuses');
  return (
    <>
      <dl className="stack balance-lines">
        <Line label={words.real} amount={balance} currency={currency} />
        <Line label={words.bonus} amount={bonus} currency={currency} />
        {held === null ? null : <Line label={words.held} amount={held} currency={currency} />}
      </dl>
      <p className="quiet small">
        {words.asOf}: <FigureAge kind="balance" unknown={words.unknown} /> ({SOURCE_WORDS[source]})
      </p>
      {canBonuses ? <Link className={buttonClass('secondary')} to="/bonuses" onClick={onClose}>{words.bonuses}</Link> : null}
      {canWithdraw ? <Link className={buttonClass('secondary')} to="/withdraw" onClick={onClose}>{words.withdraw}</Link> : null}
      {canHistories ? (
        <Link className={buttonClass('secondary')} to="/transactions-history" onClick={onClose}>
          {words.allTransactions}
        </Link>
      ) : null}
    </>
  );
}
