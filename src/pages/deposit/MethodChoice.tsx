import { formatNaira } from '../../core/money';
import type { Kobo } from '../../core/money';
import { SelectField } from '../../ui/Field';
import type { Form } from '../shared/form/use-form';
import type { DepositValues, MethodOption } from './options';
import { words } from './words';

interface Props {
  form: Form<DepositValues>;
  options: readonly MethodOption[];
  selected: MethodOption;
}

/** The fault of an amount by the limits of a method. It is null when the amount fits, or when amount or limits are not known. */
function outside({ limits }: MethodOption, amount: Kobo | null): string | null {
  if (limits === null || amount === null || (amount >= limits.min && amount <= limits.max)) return null;
  return words.amountLimits(formatNaira(limits.min, { whole: true }), formatNaira(limits.max, { whole: true }));
}

/** The methods, each with what it needs, or with its limits where the amount is beyond them. */
export function MethodChoice({ form, options, selected, amount }: Props & { amount: Kobo | null }) {
  return (
    <fieldset className="methods">
      <legend>{words.method}</legend>
      {options.map((option) => (
        <label className="method" key={option.method}>
          <input type="radio" name="method" checked={option === selected} onChange={() => form.set('method', option.method)} />
          <span>
            <strong>{option.name}</strong>
            <span className="quiet small">{outside(option, amount) ?? words.methodHint[option.method]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The same choice in one line, for the compact form. */
export function MethodSelect({ form, options, selected }: Props) {
  return (
    <SelectField label={words.method} name="method" value={selected.method} onChange={(event) => form.set('method', event.target.value)}>
      {options.map(({ method, name }) => <option key={method} value={method}>{name}</option>)}
    </SelectField>
  );
}

/** Chooses the bank whose code is dialled. */
export function BankChoice({ form, selected }: Omit<Props, 'options'>) {
  if (selected.banks.length === 0) return null;
  const { name, value, error } = form.text('bankCode');
  return (
    <SelectField label={words.yourBank} name={name} value={value} error={error} onChange={(event) => form.set('bankCode', event.target.value)}>
      <option value="" disabled>{words.chooseBank}</option>
      {selected.banks.map((bank) => <option key={bank.code} value={bank.code}>{bank.name}</option>)}
    </SelectField>
  );
}
