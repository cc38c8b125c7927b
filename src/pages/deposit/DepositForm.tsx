import { useState } from 'react';
import type { DepositRequest } from '../../bridge/actions/cashier';
import { formatNaira, kobo, koboToNaira, parseNairaText } from '../../core/money';
import { openSignIn } from '../../state/session';
import { useReviving } from '../../state/use-reviving';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/States';
import { FormShell } from '../shared/FormShell';
import { OfflineNote } from '../shared/OfflineNote';
import type { Form } from '../shared/use-form';
import { amountText, readAmount } from './amount';
import type { Limits } from './amount';
import type { MethodOption } from './use-options';
import type { StartPhase } from './use-start';
import { words } from './words';

export type DepositValues = Readonly<Record<'amount', string>>;

const QUICK = [500_00, 1_000_00, 2_000_00, 5_000_00, 10_000_00, 20_000_00].map(kobo);

interface Props {
  form: Form<DepositValues>;
  options: readonly MethodOption[];
  phase: StartPhase;
  start: (request: DepositRequest) => void;
  /** What is on screen is being read anew: nothing is sent before that. */
  isRechecking: boolean;
}

function Quick({ form, limits }: { form: Form<DepositValues>; limits: Limits | null }) {
  const chosen = parseNairaText(form.values.amount);
  const there = QUICK.filter((amount) => limits === null || (amount >= limits.min && amount <= limits.max));
  return (
    <div className="quick" role="group" aria-label={words.quick}>
      {there.map((amount) => (
        <button
          type="button"
          className="chip"
          key={amount}
          aria-pressed={chosen === amount}
          onClick={() => form.set('amount', amountText(amount))}
        >
          {formatNaira(amount, { whole: true })}
        </button>
      ))}
    </div>
  );
}

interface MethodsProps {
  options: readonly MethodOption[];
  chosen: MethodOption;
  onChoose: (method: string) => void;
}

function Methods({ options, chosen, onChoose }: MethodsProps) {
  return (
    <fieldset className="methods">
      <legend className="quiet">{words.method}</legend>
      <div className="chips">
        {options.map(({ method, name }) => (
          <label className="chip" key={method}>
            <input
              className="unseen"
              type="radio"
              name="method"
              checked={name === chosen.name}
              onChange={() => onChoose(method)}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Failed({ phase }: { phase: StartPhase }) {
  if (phase.is !== 'failed') return null;
  const signIn = <Button variant="secondary" onClick={openSignIn}>{words.signInAgain}</Button>;
  return (
    <Notice kind="danger" live title={words.failed} action={phase.needsSignIn ? signIn : undefined}>
      {phase.text}
    </Notice>
  );
}

/** One decision at a time: how much, then what follows, then the button. */
export function DepositForm({ form, options, phase, start, isRechecking: isListOld }: Props) {
  const isReviving = useReviving();
  const isRechecking = isListOld || isReviving;
  const [method, setMethod] = useState<string | null>(null);
  const option = options.find((each) => each.method === method) ?? options[0];
  if (option === undefined) return null;
  const { limits } = option;
  const amount = readAmount(form.values.amount, limits);
  const written = amount.ok ? formatNaira(amount.kobo, { whole: true }) : '';

  const busy = isRechecking || phase.is === 'sending' || phase.is === 'leaving';

  function submit(chosen: MethodOption): void {
    form.refuse(amount.ok ? {} : { amount: amount.error });
    if (amount.ok) start({ method: chosen.method, amount: koboToNaira(amount.kobo) });
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => submit(option)}>
      <TextField
        {...form.text('amount')}
        className="amount-field"
        label={words.amount}
        hint={
          limits === null
            ? words.limitsUnknown
            : words.amountLimits(formatNaira(limits.min, { whole: true }), formatNaira(limits.max, { whole: true }))
        }
        before={<span className="amount-sign" aria-hidden="true">₦</span>}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="0"
        onBlur={() => amount.ok && form.set('amount', amountText(amount.kobo))}
      />
      <Quick form={form} limits={limits} />
      <Methods options={options} chosen={option} onChoose={setMethod} />
      <section className="next-steps" aria-labelledby="what-next">
        <h2 id="what-next">{words.nextTitle}</h2>
        <ol>{words.next(written === '' ? words.theAmount : written).map((step) => <li key={step}>{step}</li>)}</ol>
      </section>
      <Failed phase={phase} />
      <OfflineNote>{words.offline}</OfflineNote>
      <Button type="submit" wide busy={busy} busyLabel={isRechecking ? words.rechecking : words.sending}>
        {words.submit(written)}
      </Button>
    </FormShell>
  );
}
