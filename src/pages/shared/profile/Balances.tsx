import { Link } from 'react-router-dom';
import { FigureAge } from '../../../bridge/figures/FigureAge';
import { useFigureAge } from '../../../bridge/figures/use-figure-age';
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
  /** The figure above, whose age holds for this line, too, where the line has none of its own. */
  above: FigureKind;
  large?: boolean;
}

/** One figure, with its age where that is not the one above. */
function Line({ label, amount, currency, kind, above, large = false }: LineProps) {
  const source = useFigures((figures) => figures[kind].source);
  const age = useFigureAge(kind);
  const ageAbove = useFigureAge(above);
  const hasOwnAge = age !== null && (age !== ageAbove || source === 'unread');
  return (
    <div className={large ? 'purse purse-large' : 'purse'}>
      <dt className="quiet">{label}</dt>
      <dd>{amount === null ? <span className="purse-words">{source === 'unread' ? words.unread : words.notKnown}</span> : <Money amount={amount} currency={currency} />}</dd>
      {hasOwnAge ? (
        <dd className="quiet small purse-age">
          <span className="purse-dot" data-source={source} aria-hidden="true" />
          <FigureAge kind={kind} />
          {source === 'unread' && amount !== null ? <> · {words.unread}</> : null}
        </dd>
      ) : null}
    </div>
  );
}

/** Real, bonus and held money. The head of the page says from when it is; a line says so where that differs. */
export function Balances() {
  const real = useSession((session) => session.balance);
  const bonus = useSession((session) => session.bonusAmount);
  const currency = useSession((session) => session.balanceCurrency) ?? 'NGN';
  const heldBalance = useFigures((figures) => figures.heldBalance);
  const isKnown = useFigures((figures) => figures.balance.savedAt !== null);
  return (
    <Card label={words.money} className="stack">
      <dl className="purses">
        <Line label={words.real} amount={real} currency={currency} kind="balance" above="profile" large />
        <Line label={words.bonus} amount={bonus} currency={currency} kind="bonusWallet" above="balance" />
        {heldBalance === null && isKnown ? null : <Line label={words.held} amount={heldBalance} currency={currency} kind="balance" above="bonusWallet" />}
      </dl>
      <div className="row">
        {can('deposits') ? <Link className={buttonClass()} to="/deposit">{words.deposit}</Link> : null}
        {can('withdrawals') ? <Link className={buttonClass('secondary')} to="/withdraw">{words.withdraw}</Link> : null}
      </div>
    </Card>
  );
}
