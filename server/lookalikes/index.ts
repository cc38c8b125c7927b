/** The door of `lookalikes`: accounts that look like one person’s, and what they are asked for. */
export { readPairs } from './alike-rows';
export type { Pair } from './alike-rows';
export { accountsOfPerson, askLookalikes, likenessesOf, noteHints, settle } from './hints';
export type { Likeness } from './hints';
export { questionOf } from './question';
export type { HintKind } from './search';
export { readNamesakes } from './namesakes';
