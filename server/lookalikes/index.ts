/** The public interface of `lookalikes`: accounts that look like one person's, and the identity check that this requires. */
export { readPairs } from './pair-rows';
export type { LookalikePair } from './pair-rows';
export { insertHints } from './hints';
export type { Hint } from './hints';
export { requiredCheck } from './required-check';
export type { HintKind } from './search';
export { readNamesakes } from './namesakes';
export { fillSearchKeys, storeSearchKeys } from './search-keys';
export { requestSettling, settleDue, settleLookalikes, startLookalikes } from './settle';
