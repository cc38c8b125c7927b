/** What the actions of the bridge answer; words for every error are in `core/error-words`. */
export type { CallError, Failure, Result, Success } from '../core/errors';
