import type { Kobo } from '../../core/money';
import { SelectField } from '../../ui/Field';
import type { Form } from '../shared/form/use-form';
import { bonusConsequence } from './bonus-offers';
import type { BonusOffer } from './bonus-offers';
import type { DepositValues } from './options';
import { words } from './words';

interface Props {
  form: Form<DepositValues>;
  offers: readonly BonusOffer[];
  amount: Kobo | null;
}

/** A bonus with this deposit, or none; none is chosen until the player does. */
export function BonusChoice({ form, offers, amount }: Props) {
  const offer = offers.find(({ promotionId }) => promotionId === form.values.promotion);
  if (offers.length === 0) return null;
  return (
    <SelectField
      label={words.bonus}
      hint={offer === undefined ? words.bonusHint : bonusConsequence(offer, amount)}
      value={offer?.promotionId ?? ''}
      onChange={(event) => form.set('promotion', event.target.value)}
    >
      <option value="">{words.noBonus}</option>
      {offers.map(({ promotionId, name }) => <option key={promotionId} value={promotionId}>{name}</option>)}
    </SelectField>
  );
}
