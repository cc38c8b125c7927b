/** Hooks about the place of this browser. */
import { operator } from '../../../core/brand';
import { useApp } from '../../../state/use';

/** True if the platform has said that it takes no account, deposit or stake from here. An unknown place keeps nobody out. */
export const useNotServed = (): boolean => useApp(({ place }) => place?.served === false);

/** The minimum age in years; the operator's own where the place is not known. */
export const useMinimumAge = (): number => useApp(({ place }) => place?.minimumAge ?? operator.minimumAge);
