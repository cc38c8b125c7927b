import { entryOf } from '../../core/words/is-key-of';
import { words } from '../shared/promotions/words';

/**
 * Why it can't be claimed. `isVerified`: the player's NIN is, so that it can't be asked for. Platforms may be newer than this
 * page: of a reason without words only that there is one.
 */
export function refusalWords(reason: string | null, isVerified: boolean): string {
  if (reason === 'identity-needed' && isVerified) return words.becauseAlike;
  return (reason === null ? undefined : entryOf(words.because, reason)) ?? words.becauseOther;
}
