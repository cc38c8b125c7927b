import type { Block } from '../core/prose';

const texts = import.meta.glob<Block[]>('./help/*/*.md', { eager: true, import: 'blocks' });

/** Every article's text by slug. Import it through `loadHelpTexts`, or it lands in the chunk of the page. */
export const helpTexts: ReadonlyMap<string, readonly Block[]> = new Map(
  Object.entries(texts).map(([path, blocks]) => [path.slice(path.lastIndexOf('/') + 1, -'.md'.length), blocks]),
);
