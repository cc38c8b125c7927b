import type { Deposit } from '../../core/contract/cashier';
import type { Intent } from '../../core/intent';
import { Age } from '../../ui/Age';
import { CheckingCard } from '../shared/money/CheckingCard';
import { DepositCard } from './DepositCard';
import type { MethodOption } from './options';
import type { KnownDeposits } from './use-deposits';
import { words } from './words';

interface Props {
  deposits: KnownDeposits;
  starts: readonly Intent[];
  top: readonly Deposit[];
  cameFromPayment: boolean;
  options: readonly MethodOption[] | null;
  onAgain: (deposit: Deposit) => void;
}

/** Tells how old the figures are when they are not live. Without a list they are as old as the last answer about each deposit. */
function asOf({ savedAt, isListed, error }: KnownDeposits, [first]: readonly Deposit[]): number | null {
  if (savedAt !== null || isListed || error === null || first === undefined) return savedAt;
  return Date.parse(first.updatedAt);
}

/** Deposits without an answer come first, then those in progress and the one that the page was opened for. */
export function RunningDeposits({ deposits, starts, top, cameFromPayment, options, onAgain }: Props) {
  if (starts.length + top.length === 0) return null;
  const at = asOf(deposits, top);
  const onClaimed = (deposit: Deposit) => {
    deposits.update(deposit);
    deposits.reload();
  };
  const onChosen = (deposit: Deposit | null) => {
    if (deposit !== null) deposits.update(deposit);
    deposits.reload();
  };
  return (
    <section className="stack" aria-label={words.running}>
      {at === null ? null : <p className="quiet small">{words.stale}, <Age at={at} /></p>}
      {starts.map((intent) => <CheckingCard key={intent.key} intent={intent} words={words} help="deposit-checking" />)}
      {top.map((deposit, index) => (
        <DepositCard
          key={deposit.depositId}
          deposit={deposit}
          cameFromPayment={cameFromPayment && index === 0}
          payUrl={options?.find(({ method }) => method === deposit.method)?.payUrl ?? null}
          onClaimed={onClaimed}
          onChosen={onChosen}
          onAgain={onAgain}
        />
      ))}
    </section>
  );
}
