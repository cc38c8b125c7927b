import { useCallback, useEffect, useState } from 'react';
import { loadHelpTexts, loadedHelpTexts } from '../../../content/load-help-texts';
import type { Block } from '../../../core/prose';

export type HelpTexts =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void }
  | { readonly state: 'there'; readonly texts: ReadonlyMap<string, readonly Block[]> };

/** The texts of the help articles. They are precached and loaded when the help page opens. */
export function useHelpTexts(): HelpTexts {
  const [texts, setTexts] = useState<ReadonlyMap<string, readonly Block[]> | 'failed' | null>(loadedHelpTexts);
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => {
    setTexts(null);
    setTries((n) => n + 1);
  }, []);

  useEffect(() => {
    let isMounted = true;
    loadHelpTexts().then(
      (loaded) => isMounted && setTexts(loaded),
      () => isMounted && setTexts('failed'),
    );
    return () => {
      isMounted = false;
    };
  }, [tries]);

  if (texts === null) return { state: 'loading' };
  return texts === 'failed' ? { state: 'failed', retry } : { state: 'there', texts };
}
