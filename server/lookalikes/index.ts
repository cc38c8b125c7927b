/** The public interface of `lookalikes`: accounts that look like one person's, and the identity check that this requires. */
export { readPairs } from './pair-rows';
export type { LookalikePair } from './pair-rows';
export { accountsOfPerson, recordLikenesses, findLikenesses, recordHints, updateRequiredCheck } from './hints';
export type { Likeness } from './hints';
export { requiredCheck } from './required-check';
export type { HintKind } from './search';
export { readNamesakes } from './namesakes';
export { lockBirthday, lockBirthdaysOf } from './lock';
export { fillSearchKeys } from './search-keys';
