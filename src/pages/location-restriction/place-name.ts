import type { Place } from '../../core/contract/place';
import { stateName } from '../../core/nigeria-states';
import { language } from '../../core/words/language';

/** "Kano, Nigeria", "United Kingdom"; null where nothing tells. A code that nobody knows is shown as it is. */
export function placeName({ country, state }: Pick<Place, 'country' | 'state'>): string | null {
  if (country === null) return null;
  const name = new Intl.DisplayNames(language.tag, { type: 'region' }).of(country) ?? country;
  return state === null ? name : `${stateName(state)}, ${name}`;
}
