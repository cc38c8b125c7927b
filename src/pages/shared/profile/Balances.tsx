import { Link } from 'react-router-dom';
import { FigureAge } from '../../../bridge/figures/FigureAge';
import type { Kobo } from '../../../core/money';
import { can } from '../../../state/catalogue';
import type { FigureKind } from '../../../state/figures';
import { useFigures, useSession } from '../../../state/use';
import { buttonClass } from '../../../ui/Button';
import { Money } from '../../../ui/Money';
import { Card } from '../../../ui/States';
import { words } from './words';

interface LineProps {
  label: string;
  amount: Kobo | null;
  currency: string;
  kind: FigureKind;
  large?: boolean;
}

/** One figure with its own age. */
function Line({ label, amount, currency, kind, large = false }: LineProps) {
  const source = useFigures((figures) => figures[kind].source);
  const isKnown = useFigures((figures) => figures[kind].savedAt !== null);
  return (
    <div className={large ? 'purse purse-large' : 'purse'}>
      <dt className="quiet">{label}</dt>
      <dd>{amount === null ? <span className="purse-words">{source === 'unread' ? words.unread : words.notKnown}</span> : <Money amount={amount} currency={currency} />}</dd>
      {isKnown ? (
        <dd className="quiet small purse-age">
          <span className="purse-dot" data-source={source} aria-hidden="true" />
          <FigureAge kind={kind} />
          {source === 'unread' && amount !== null ? <> · {words.unread}</> : null}
        </dd>
      ) : null}
    </div>
  );
}

/** Real, bonus and held money, each with its own age. */
export function Balances() {
  const real = useSession((session) => session.balance);
  const bonus = useSession((session) => session.bonusAmount);
  const currency = useSession((session) => session.balanceCurrency) ?? 'NGN';
  const heldBalance = useFigures((figures) => figures.heldBalance);
  const isKnown = useFigures((figures) => figures.balance.savedAt !== null);
  return (
    <Card label={words.money} className="stack">
      <dl className="purses">
        <Line label={words.real} amount={real} currency={currency} kind="balance" large />
        <Line label={words.bonus} amount={bonus} currency={currency} kind="bonusWallet" />
        {heldBalance === null && isKnown ? null : <Line label={words.held} amount={heldBalance} currency={currency} kind="balance" />}
      </dl>
      <div className="row">
        {can('deposits') ? <Link className={buttonClass()} to="/deposit">{words.deposit}</Link> : null}
        {can('withdrawals') ? <Link className={buttonClass('secondary')} to="/withdraw">{words.withdraw}</Link> : null}
      </div>
    </Card>
  );
}
