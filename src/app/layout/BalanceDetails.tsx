import { Link } from 'react-router-dom';
import { FigureAge } from '../../bridge/figures/FigureAge';
import type { Kobo } from '../../core/money';
import type { FigureKind, FigureSource } from '../../state/figures';
import { useCan, useFigures, useSession } from '../../state/use';
import { buttonClass } from '../../ui/Button';
import { Money } from '../../ui/Money';
import { words } from './balance-words';

const SOURCE_WORDS = { live: words.live, dated: words.dated, unknown: words.unknown, unread: words.unread } satisfies Record<FigureSource, string>;

interface LineProps {
  label: string;
  amount: Kobo | null;
  currency: string;
  kind: FigureKind;
}

/**
 * A part that could not be read says so beside its last known value, and the other lines stay as they are. The bonus shows its own
 * age when it is not live, because the age below all lines is the balance's.
 */
function Line({ label, amount, currency, kind }: LineProps) {
  const source = useFigures((figures) => figures[kind].source);
  const age = kind === 'bonusWallet' && source !== 'live' && amount !== null ? <FigureAge kind={kind} /> : null;
  const isUnread = source === 'unread';
  const unread = isUnread || age ? <span className="quiet small">{isUnread && words.unread}{isUnread && age && ' · '}{age}</span> : null;
  return (
    <div className="row spread">
      <dt>{label}</dt>
      <dd>{amount === null ? (unread ?? '–') : <>{unread}{unread && ' '}<Money amount={amount} currency={currency} /></>}</dd>
    </div>
  );
}

/** Shows the parts of the balance, its age, and a link to all transactions. */
export default function BalanceDetails({ onClose }: { onClose: () => void }) {
  const sessionBalance = useSession((session) => session.balance);
  const balanceDuringRound = useFigures((figures) => figures.balanceDuringRound);
  const balance = balanceDuringRound ?? sessionBalance;
  const bonus = useSession((session) => session.bonusAmount);
  const currency = useSession((session) => session.balanceCurrency) ?? 'NGN';
  const heldBalance = useFigures((figures) => figures.heldBalance);
  const source = useFigures((figures) => figures.balance.source);
  const canHistories = useCan('histories');
  const canWithdraw = useCan('withdrawals');
  const canBonuses = useCan('bonuses');
  return (
    <>
      <dl className="stack balance-lines">
        <Line label={words.real} amount={balance} currency={currency} kind="balance" />
        <Line label={words.bonus} amount={bonus} currency={currency} kind="bonusWallet" />
        {heldBalance === null ? null : <Line label={words.held} amount={heldBalance} currency={currency} kind="balance" />}
      </dl>
      {balance === null && source === 'unread' ? null : (
        <p className="quiet small">
          {words.asOf}: {balance === null ? words.unknown : <FigureAge kind="balance" unknown={words.unknown} />} ({SOURCE_WORDS[source]})
        </p>
      )}
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
