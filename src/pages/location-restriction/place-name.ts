import type { Place } from '../../core/contract/place';
import { stateName } from '../../core/nigeria-states';
import { language } from '../../core/words/language';

/** The name of a place: "Kano, Nigeria", "United Kingdom". It is null where the place is unknown. An unknown code is shown as it is. */
export function placeName({ country, state }: Pick<Place, 'country' | 'state'>): string | null {
  if (country === null) return null;
  const name = new Intl.DisplayNames(language.tag, { type: 'region' }).of(country) ?? country;
  return state === null ? name : `${stateName(state)}, ${name}`;
}
