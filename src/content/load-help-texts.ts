import type { Block } from '../core/prose';

/** Loads the help centre's texts by slug. They are a chunk for each category, precached like every other; it rejects when one can't be loaded. */
export async function loadHelpTexts(): Promise<ReadonlyMap<string, readonly Block[]>> {
  const { helpTexts } = await import('./help-texts');
  return helpTexts;
}
