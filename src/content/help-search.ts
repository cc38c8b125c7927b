/** The search of the help centre, for its page and for the support chat. */
import type { Block } from '../core/prose';
import { proseText } from '../core/prose';
import { createQuestionIndex } from '../core/question-search';
import { helpArticles } from './help';
import type { HelpArticle } from './help';

/**
 * Returns the search over the articles, which reads them once, with the first query: title, then keywords and error codes, then description, then
 * text. `texts` null: they are not loaded (yet), and everything but them is searched. Slips of the finger and whole
 * questions ("why can't I withdraw?") are fine; the best answer comes first.
 */
export function createHelpSearch(texts: ReadonlyMap<string, readonly Block[]> | null): (query: string) => HelpArticle[] {
  return createQuestionIndex(helpArticles, ({ slug, title, keywords, codes, description }) => [
    title,
    [...keywords, ...codes].join(' '),
    description,
    proseText(texts?.get(slug) ?? []),
  ]);
}
