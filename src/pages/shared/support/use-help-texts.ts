import { useCallback, useEffect, useState } from 'react';
import { loadHelpTexts } from '../../../content/load-help-texts';
import type { Block } from '../../../ui/prose-types';

export type HelpTexts =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly again: () => void }
  | { readonly state: 'there'; readonly texts: ReadonlyMap<string, readonly Block[]> };

/** The articles' texts: precached, loaded when the help page opens. */
export function useHelpTexts(): HelpTexts {
  const [texts, setTexts] = useState<ReadonlyMap<string, readonly Block[]> | 'failed' | null>(null);
  const [tries, setTries] = useState(0);
  const again = useCallback(() => {
    setTexts(null);
    setTries((n) => n + 1);
  }, []);

  useEffect(() => {
    let wanted = true;
    loadHelpTexts().then(
      (loaded) => wanted && setTexts(loaded),
      () => wanted && setTexts('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [tries]);

  if (texts === null) return { state: 'loading' };
  return texts === 'failed' ? { state: 'failed', again } : { state: 'there', texts };
}
