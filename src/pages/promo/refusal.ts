import { entryOf } from '../../core/words/is-key-of';
import { words } from '../shared/promotions/words';

/**
 * Says why a promotion can't be claimed. `isVerified`: the player's NIN is verified, so that step is not offered. A newer platform may give
 * a reason without words here; then the text only says that there is one.
 */
export function refusalWords(reason: string | null, isVerified: boolean): string {
  if (reason === 'identity-needed' && isVerified) return words.refusalAlike;
  return (reason === null ? undefined : entryOf(words.refusals, reason)) ?? words.refusalOther;
}
