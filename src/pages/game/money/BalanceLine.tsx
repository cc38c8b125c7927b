import { FigureAge } from '../../../bridge/figures/FigureAge';
import type { Kobo } from '../../../core/money';
import { useSession } from '../../../state/use';
import { Money } from '../../../ui/Money';
import type { PlayMode } from '../rounds/spin-state';
import { words } from '../words';

function MoneyBalance({ meanwhile }: { meanwhile: Kobo | null }) {
  const balance = useSession((session) => session.balance);
  const currency = useSession((session) => session.balanceCurrency) ?? 'NGN';
  const amount = meanwhile ?? balance;
  return (
    <>
      {amount === null ? <span>{words.balanceUnknown}</span> : <Money amount={amount} currency={currency} />}
      <small>{words.balance} <FigureAge kind="balance" /></small>
    </>
  );
}

interface Props {
  mode: PlayMode;
  practiceBalance: Kobo;
  /** The balance without the win, while a round is being shown. */
  moneyMeanwhile: Kobo | null;
}

/** Shows the balance to play with, practice or real money. */
export function BalanceLine({ mode, practiceBalance, moneyMeanwhile }: Props) {
  return (
    <span className="balance-line dock-figure">
      {mode === 'money' ? <MoneyBalance meanwhile={moneyMeanwhile} /> : <><Money amount={practiceBalance} /><small>{words.practiceBalance}</small></>}
    </span>
  );
}
