import type { Block } from '../core/prose';

type HelpTexts = ReadonlyMap<string, readonly Block[]>;

let loaded: HelpTexts | null = null;

/** The texts, once they are loaded: a page that has them with its first drawing needs no second one. */
export const loadedHelpTexts = (): HelpTexts | null => loaded;

/** Loads the help centre's texts by slug. They are a chunk for each category, precached like every other; it rejects when one can't be loaded. */
export async function loadHelpTexts(): Promise<HelpTexts> {
  const { helpTexts } = await import('./help-texts');
  return (loaded = helpTexts);
}
