/** The search of `text-search.ts` for people who ask in whole sentences. Apart from it: the lobby needs no questions. */
import { TYPO_MIN_LETTERS, findAllWords, penaltiesOf, ranked, readAll, searchWords } from './text-search';
import type { Search, TextOf } from './text-search';

/** More than any word that is found costs. */
const MISSED = 200;

/**
 * Reads `items` once, as `createIndex` does. Where no item has every word, those with at least half of the words of four
 * letters or more, the most of them first. A query without letters or figures finds nothing.
 */
export function createQuestionIndex<Item>(items: readonly Item[], textOf: TextOf<Item>): Search<Item> {
  const index = readAll(items, textOf);
  return (query) => {
    const typed = searchWords(query);
    const all = typed.length === 0 ? [] : findAllWords(index, typed);
    const telling = typed.filter((word) => word.length >= TYPO_MIN_LETTERS);
    if (all.length > 0 || telling.length === 0) return all;
    const costs = telling.map((word) => penaltiesOf(index, word));
    return ranked(
      index,
      index.entries.map((_, nth) => {
        const each = costs.map((penalties) => Math.min(penalties[nth] ?? MISSED, MISSED));
        const missed = each.filter((cost) => cost === MISSED).length;
        return missed * 2 > telling.length ? Infinity : each.reduce((sum, cost) => sum + cost, 0);
      }),
    );
  };
}
