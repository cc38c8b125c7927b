/** Searches as `text-search.ts` does, for people who ask in whole sentences. It has a file of its own, because the lobby needs no questions. */
import { TYPO_MIN_LETTERS, findAllWords, penaltiesOf, rankItems, readAll, searchWords } from './text-search';
import type { Index, Search, TextOf } from './text-search';

/** The penalty of a word that is not found; it is higher than that of any word that is. */
const MISSED_WORD = 200;

/**
 * Reads `items` once, with the first query, because most readers of the help centre ask nothing. Where no item has every word, the search
 * finds those with at least half of the words of four letters or more, those with most of them first. A query without letters or figures
 * finds nothing.
 */
export function createQuestionIndex<Item>(items: readonly Item[], textOf: TextOf<Item>): Search<Item> {
  let kept: Index<Item> | null = null;
  return (query) => {
    const index = (kept ??= readAll(items, textOf));
    const words = searchWords(query);
    const all = words.length === 0 ? [] : findAllWords(index, words);
    const longWords = words.filter((word) => word.length >= TYPO_MIN_LETTERS);
    if (all.length > 0 || longWords.length === 0) return all;
    const costs = longWords.map((word) => penaltiesOf(index, word));
    return rankItems(
      index,
      index.entries.map((_, nth) => {
        const each = costs.map((penalties) => Math.min(penalties[nth] ?? MISSED_WORD, MISSED_WORD));
        const missed = each.filter((cost) => cost === MISSED_WORD).length;
        return missed * 2 > longWords.length ? Infinity : each.reduce((sum, cost) => sum + cost, 0);
      }),
    );
  };
}
