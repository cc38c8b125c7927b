import { useState } from 'react';
import { Link } from 'react-router-dom';
import { FigureAge } from '../../bridge/FigureAge';
import type { Kobo } from '../../core/money';
import type { FigureSource } from '../../state/figures';
import { useCan, useFigures, useSession } from '../../state/use';
import { buttonClass } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Money } from '../../ui/Money';
import { words } from '../words';

const SOURCE_WORDS = { live: words.live, dated: words.dated, unknown: words.unknown } satisfies Record<FigureSource, string>;

function Line({ label, amount, currency }: { label: string; amount: Kobo | null; currency: string }) {
  return (
    <div className="row spread">
      <dt>{label}</dt>
      <dd>{amount === null ? '–' : <Money amount={amount} currency={currency} />}</dd>
    </div>
  );
}

function Details({ onClose }: { onClose: () => void }) {
  const known = useSession((session) => session.balance);
  const meanwhile = useFigures((figures) => figures.balanceMeanwhile);
  const balance = meanwhile ?? known;
  const bonus = useSession((session) => session.bonusAmount);
  const currency = useSession((session) => session.balanceCurrency) ?? 'NGN';
  const held = useFigures((figures) => figures.held);
  const source = useFigures((figures) => figures.balance.source);
  const canHistories = useCan('histories');
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
      {canHistories ? (
        <Link className={buttonClass('secondary')} to="/transactions-history" onClick={onClose}>
          {words.allTransactions}
        </Link>
      ) : null}
    </>
  );
}

/** The spendable balance, always with its age; a press shows what it is made of. */
export function BalanceChip() {
  const [open, setOpen] = useState(false);
  const known = useSession((session) => session.balance);
  const meanwhile = useFigures((figures) => figures.balanceMeanwhile);
  const balance = meanwhile ?? known;
  const currency = useSession((session) => session.balanceCurrency) ?? 'NGN';
  const source = useFigures((figures) => figures.balance.source);
  return (
    <>
      <button type="button" className="balance-chip" data-testid="balance-chip" onClick={() => setOpen(true)}>
        <span className="unseen">{words.balance}: </span>
        <span className="balance-dot" data-source={source} aria-hidden="true" />
        <span className="balance-figures">
          {balance === null ? <span aria-label={words.balanceUnknown}>₦ –</span> : <Money amount={balance} currency={currency} />}
          {/* Kept in place before the first answer, so that nothing jumps. */}
          <FigureAge kind="balance" className="balance-age" unknown={words.unknown} />
        </span>
      </button>
      <Dialog open={open} title={words.balance} closeLabel={words.close} onClose={() => setOpen(false)}>
        <Details onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

