/** Hooks about the place of this browser. */
import { useState } from 'react';
import { operator } from '../../../core/brand';
import { useApp } from '../../../state/use';

/** True if the platform has said that it takes no account, deposit or stake from here. An unknown place keeps nobody out. */
export const useNotServed = (): boolean => useApp(({ place }) => place?.served === false);

/**
 * The same for a page with a form. `late`: the platform said it when the form was on the screen already (`isFormDrawn`), so the form stays
 * under the player's hands; sending it leads to the page that says why.
 */
export function useNotServedForm(isFormDrawn: boolean): 'no' | 'yes' | 'late' {
  const isNotServed = useNotServed();
  const [wasDrawn, setWasDrawn] = useState(false);
  if (isFormDrawn && !isNotServed && !wasDrawn) setWasDrawn(true);
  return !isNotServed ? 'no' : wasDrawn ? 'late' : 'yes';
}

/** The minimum age in years; the operator's own where the place is not known. */
export const useMinimumAge = (): number => useApp(({ place }) => place?.minimumAge ?? operator.minimumAge);
