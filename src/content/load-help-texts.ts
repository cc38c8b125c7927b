import type { Block } from '../core/prose';

/** The help centre's texts by slug: a chunk for each category, precached like every other. Rejects where one does not come. */
export async function loadHelpTexts(): Promise<ReadonlyMap<string, readonly Block[]>> {
  const { helpTexts } = await import('./help-texts');
  return helpTexts;
}
