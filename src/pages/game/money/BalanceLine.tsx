import { FigureAge } from '../../../bridge/figures/FigureAge';
import type { Kobo } from '../../../core/money';
import { refillPractice } from '../../../games/practice-store';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Money } from '../../../ui/Money';
import type { PlayMode } from '../rounds/play-state';
import { words } from '../words';

function MoneyBalance({ meanwhile }: { meanwhile: Kobo | null }) {
  const balance = useSession((session) => session.balance);
  const currency = useSession((session) => session.balanceCurrency) ?? 'NGN';
  const amount = meanwhile ?? balance;
  return (
    <p className="balance-line">
      <span className="quiet">{words.balance}</span>
      {amount === null ? <span className="quiet">{words.balanceUnknown}</span> : <Money amount={amount} currency={currency} className="balance-amount" />}
      <FigureAge kind="balance" className="quiet small" />
    </p>
  );
}

interface Props {
  mode: PlayMode;
  practiceBalance: Kobo;
  /** The balance without the win, while a round is being shown. */
  moneyMeanwhile: Kobo | null;
  /** The practice money is less than the stake. */
  isTooLow: boolean;
}

/** Shows the balance to play with, practice or real money. */
export function BalanceLine({ mode, practiceBalance, moneyMeanwhile, isTooLow }: Props) {
  if (mode === 'money') return <MoneyBalance meanwhile={moneyMeanwhile} />;
  return (
    <div className="balance-line" data-practice>
      <span className="quiet">{words.practiceBalance}</span>
      <Money amount={practiceBalance} className="balance-amount" />
      {isTooLow ? <Button variant="secondary" onClick={refillPractice}>{words.refill}</Button> : null}
    </div>
  );
}
