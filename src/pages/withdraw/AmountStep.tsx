import { FigureAge } from '../../bridge/figures/FigureAge';
import { formatNaira } from '../../core/money';
import { parseNairaText } from '../../core/naira-text';
import { useSession } from '../../state/use';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { Money } from '../../ui/Money';
import { Notice } from '../../ui/States';
import { FormShell } from '../shared/form/FormShell';
import type { Form } from '../shared/form/use-form';
import { amountText, freeAmount, maxAmountOf, naira, blockReasonOf, quickAmounts, readAmount } from './amount';
import type { Bounds } from './amount';
import { UnplayedDeposits } from './UnplayedDeposits';
import type { Turnover, UnplayedChoice } from './turnover';
import type { RequestValues } from './use-request-form';
import { words } from './words';

interface Props {
  form: Form<RequestValues>;
  bounds: Bounds;
  /** Null where everything was played. */
  turnover: Turnover | null;
  unplayedChoice: UnplayedChoice;
  onGoOn: () => void;
}

function Available({ bounds }: { bounds: Bounds }) {
  const bonus = useSession((session) => session.bonusAmount);
  const free = freeAmount(bounds);
  return (
    <div>
      <p className="available">
        <span className="quiet">{words.available}</span>{' '}
        {free === null ? words.notKnown : <strong><Money amount={free} /></strong>}{' '}
        <FigureAge kind="balance" className="quiet small" />
      </p>
      {bonus === null || bonus <= 0 ? null : <p className="quiet small">{words.bonusStays(formatNaira(bonus))}</p>}
    </div>
  );
}

function Chips({ form, bounds }: Pick<Props, 'form' | 'bounds'>) {
  const parsedAmount = parseNairaText(form.values.amount);
  const most = maxAmountOf(bounds);
  if (most === null) return null;
  return (
    <div className="quick" role="group" aria-label={words.quick}>
      {[...quickAmounts(bounds), most].map((amount) => (
        <button
          type="button"
          className="chip"
          key={amount}
          aria-pressed={parsedAmount === amount}
          onClick={() => form.set('amount', amountText(amount))}
        >
          {amount === most ? words.all(formatNaira(amount, { whole: true })) : naira(amount)}
        </button>
      ))}
    </div>
  );
}

/** Asks for the amount, which is the second decision, after the account. */
export function AmountStep({ form, bounds, turnover, unplayedChoice, onGoOn }: Props) {
  const { min, max, leftToday } = bounds;
  const amount = readAmount(form.values.amount, bounds);
  const blockReason = blockReasonOf(bounds);

  function goOn(): void {
    form.refuse(amount.ok ? {} : { amount: amount.error });
    if (amount.ok) onGoOn();
  }

  return (
    <FormShell attach={form.attach} onSubmit={goOn}>
      <Available bounds={bounds} />
      <UnplayedDeposits turnover={turnover} unplayedChoice={unplayedChoice} onReason={(chosen) => form.set('unplayed', chosen)} />
      {blockReason === null ? null : <Notice kind="warning">{blockReason}</Notice>}
      <TextField
        {...form.text('amount')}
        className="amount-field"
        label={words.amount}
        hint={min === null || max === null || leftToday === null ? words.limitsUnknown : words.limits(naira(min), naira(max), naira(leftToday))}
        before={<span className="amount-sign" aria-hidden="true">₦</span>}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="next"
        placeholder="0"
        onBlur={() => amount.ok && form.set('amount', amountText(amount.kobo))}
      />
      <Chips form={form} bounds={bounds} />
      <Button type="submit" wide>{words.goOn}</Button>
    </FormShell>
  );
}
