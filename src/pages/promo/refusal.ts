import { words } from '../shared/promotions/words';

/**
 * Why it can't be claimed. `isVerified`: the player's NIN is, so that it can't be asked for. Platforms may be newer than this
 * page: of a reason without words only that there is one.
 */
export function refusalWords(reason: string | null, isVerified: boolean): string {
  if (reason === 'identity-needed' && isVerified) return words.becauseAlike;
  const texts: Readonly<Record<string, string>> = words.because;
  return (reason !== null && Object.hasOwn(texts, reason) ? texts[reason] : undefined) ?? words.becauseOther;
}
