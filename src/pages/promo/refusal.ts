import { words } from '../shared/promotions/words';

/** Why it can't be claimed. Platforms may be newer than this page: of a reason without words only that there is one. */
export function refusalWords(reason: string | null): string {
  const known: Readonly<Record<string, string>> = words.because;
  return (reason !== null && Object.hasOwn(known, reason) ? known[reason] : undefined) ?? words.becauseOther;
}
