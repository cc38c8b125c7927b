import { NIGERIA_STATES } from '../../core/nigeria-states';
import { useFigures } from '../../state/use';
import { SelectField, TextField } from '../../ui/Field';
import type { PendingEdit } from './use-own-details';
import type { DetailsForm } from './use-details-form';
import { memberOf } from './values';
import type { Field, FormValues } from './values';
import { words } from './words';

interface Props {
  form: DetailsForm;
  /** The values of the form before anything is typed. */
  initial: FormValues;
  pending: PendingEdit | null;
}

/** Names, phone and address. Values that the platform fixes are shown and can't be changed. */
export function Fields({ form, initial, pending }: Props) {
  const isFixed = useFigures((figures) => figures.accountData?.verification === 'verified');

  /** The note under a field; the most important one comes first. */
  function hintOf(field: Field, hint?: string): string | undefined {
    if (form.isOvertaken(field)) return words.nowThere(initial[field] === '' ? words.none : initial[field]);
    const isWaiting = pending?.item.state === 'waiting' && pending.edit.patch[memberOf(field)] !== undefined;
    if (isWaiting && form.values[field] === initial[field]) return words.waitingHint;
    return form.field(field).error === undefined ? hint : undefined;
  }
  const text = (field: Field, label: string, hint?: string) => ({ ...form.field(field), label, hint: hintOf(field, hint) });

  return (
    <>
      <fieldset>
        <legend>{words.names}</legend>
        <div className="two-up">
          <TextField {...text('firstname', words.firstname)} autoComplete="given-name" readOnly={isFixed} />
          <TextField {...text('lastname', words.lastname)} autoComplete="family-name" readOnly={isFixed} />
        </div>
        <p className="quiet small">{isFixed ? words.nameFixed : words.nameHint}</p>
      </fieldset>
      <fieldset>
        <legend>{words.phoneTitle}</legend>
        <TextField {...text('phone', words.phone, words.phoneHint)} type="tel" inputMode="tel" autoComplete="tel" />
      </fieldset>
      <fieldset>
        <legend>{words.address}</legend>
        <p className="quiet small">{words.addressHint}</p>
        <TextField {...text('address.street', words.street)} autoComplete="address-line1" />
        <div className="two-up">
          <TextField {...text('address.city', words.city)} autoComplete="address-level2" />
          <SelectField {...text('address.state', words.state)} autoComplete="address-level1">
            <option value="">{words.noState}</option>
            {Object.entries(NIGERIA_STATES).map(([code, name]) => <option key={code} value={code}>{name}</option>)}
          </SelectField>
        </div>
      </fieldset>
    </>
  );
}
