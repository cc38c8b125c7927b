import type { Transaction } from '../../core/contract/cashier';
import type { Result } from '../../core/errors';

/** The most that one file takes; a player who plays a lot makes this many in some weeks. */
export const MAX_FILE_ENTRIES = 5_000;
/** The most the platform gives at once. */
export const COLLECT_PAGE = 100;

interface Page {
  readonly items: readonly Transaction[];
  readonly next: string | null;
}

/** `isCut`: there are more than the file takes. */
export type Collected =
  | { readonly ok: true; readonly entries: readonly Transaction[]; readonly isCut: boolean }
  | { readonly ok: false };

/**
 * Loads page after page until the end or the limit. A stored answer is not good enough: what it says about the end is
 * old. `onProgress` hears how many there are so far.
 */
export async function collect(
  load: (cursor: string | undefined) => Promise<Result<Page>>,
  onProgress: (count: number) => void,
  limit = MAX_FILE_ENTRIES,
): Promise<Collected> {
  const entries: Transaction[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await load(cursor);
    if (!page.ok || page.savedAt !== null) return { ok: false };
    entries.push(...page.data.items);
    const { next } = page.data;
    if (next === null || entries.length >= limit) {
      return { ok: true, entries: entries.slice(0, limit), isCut: next !== null || entries.length > limit };
    }
    // A platform that gives the same place again would never come to an end.
    if (next === cursor) return { ok: false };
    cursor = next;
    onProgress(entries.length);
  }
}
