import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { FigureAge } from '../../bridge/figures/FigureAge';
import { useFigures, useIsOffline, useSession } from '../../state/use';
import { Dialog } from '../../ui/Dialog';
import { Money } from '../../ui/Money';
import { Skeleton } from '../../ui/States';
import { words } from '../words';

/** Few players press the balance, so its details are loaded late. Where they can't be loaded, the figure stays. */
const Details = lazy<ComponentType<{ onClose: () => void }>>(() => import('./BalanceDetails').catch(() => ({ default: () => null })));

/** The spendable balance, always with its age; a press shows what it is made of. */
export function BalanceChip() {
  const [open, setOpen] = useState(false);
  const sessionBalance = useSession((session) => session.balance);
  const balanceDuringRound = useFigures((figures) => figures.balanceDuringRound);
  const balance = balanceDuringRound ?? sessionBalance;
  const currency = useSession((session) => session.balanceCurrency) ?? 'NGN';
  const source = useFigures((figures) => figures.balance.source);
  const isOffline = useIsOffline();
  // Nothing has answered, and nothing has failed either.
  const isLoading = source === 'unknown' && !isOffline;
  return (
    <>
      <button type="button" className="balance-chip" data-testid="balance-chip" onClick={() => setOpen(true)}>
        <span className="unseen">{words.balance}: </span>
        <span className="balance-dot" data-source={source} aria-hidden="true" />
        <span className="balance-figures">
          {balance === null ? <span aria-label={words.balanceUnknown}>{isLoading ? '…' : '₦ –'}</span> : <Money amount={balance} currency={currency} />}
          {/* The space is there before the first answer, so that nothing moves. */}
          {balance === null ? <span className="balance-age">{isLoading ? '\u00A0' : source === 'unread' ? words.unread : words.unknown}</span> : <FigureAge kind="balance" className="balance-age" />}
        </span>
      </button>
      <Dialog open={open} title={words.balance} closeLabel={words.close} onClose={() => setOpen(false)}>
        <Suspense fallback={<Skeleton lines={3} />}><Details onClose={() => setOpen(false)} /></Suspense>
      </Dialog>
    </>
  );
}

