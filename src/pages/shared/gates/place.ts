/** Hooks about the place where this browser is seen. */
import { operator } from '../../../core/brand';
import { useApp } from '../../../state/use';

/** It is known that no account, deposit or stake is taken from here. Unknown is no reason to keep anybody out. */
export const useNotServed = (): boolean => useApp(({ place }) => place?.served === false);

/** Years; the operator's own where the place is not known. */
export const useMinimumAge = (): number => useApp(({ place }) => place?.minimumAge ?? operator.minimumAge);
