/** Loads the pairs of seeds whose secrets the platform has made public. */
import type { AnswerOf } from '../../core/contract/endpoint';
import type { getFairness } from '../../core/contract/games';
import { listRevealedPairs } from '../../core/contract/games';
import type { RevealedPair } from '../../core/contract/games';
import type { Result } from '../../core/errors';
import { SERVER_SEED_PATTERN, commitOf } from '../../core/fairness/draws';
import type { Calls } from '../platform/calls';

export type SeedPair = AnswerOf<typeof getFairness>;

/** We load no more pages, of a hundred pairs each. `MAX_SEARCHED_PAGES` is the limit where certain pairs are looked for. */
const MAX_PAGES = 20;
const MAX_SEARCHED_PAGES = 100;

export interface RevealedList {
  /** Newest first. */
  readonly items: readonly RevealedPair[];
  /** False where there are more pairs than we load. */
  readonly isWhole: boolean;
}

/** Loads the revealed pairs. `sought` names commits for which more pages are searched than usual. */
export async function loadRevealedPairs(
  { callAsPlayer }: Calls,
  signal?: AbortSignal,
  sought: readonly string[] = [],
): Promise<Result<RevealedList>> {
  const items: RevealedPair[] = [];
  const missing = new Set(sought);
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const query = cursor === undefined ? {} : { cursor };
    const page = await callAsPlayer(listRevealedPairs, ({ userId }) => ({ params: { userId }, query, ...(signal && { signal }) }));
    if (!page.ok) return page;
    items.push(...page.data.items);
    for (const { commit } of page.data.items) missing.delete(commit);
    const { next } = page.data;
    const isEnough = pages >= (missing.size > 0 ? MAX_SEARCHED_PAGES : MAX_PAGES);
    if (next === null || isEnough) return { ...page, data: { items, isWhole: next === null } };
    cursor = next;
  }
}

/** Returns the commits of the pairs whose secret fits its commit. */
export function publicCommits(pairs: readonly Pick<RevealedPair, 'commit' | 'serverSeed'>[]): ReadonlySet<string> {
  const proven = pairs.filter(({ commit, serverSeed }) => SERVER_SEED_PATTERN.test(serverSeed) && commitOf(serverSeed) === commit);
  return new Set(proven.map(({ commit }) => commit));
}
