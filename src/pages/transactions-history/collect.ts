import type { Transaction } from '../../core/contract/cashier';
import type { Result } from '../../core/errors';

/** One file takes at most this many entries. A player who plays a lot makes as many in some weeks. */
export const MAX_FILE_ENTRIES = 5_000;
/** The platform's largest page. */
export const COLLECT_PAGE = 100;

interface Page {
  readonly items: readonly Transaction[];
  readonly next: string | null;
}

/** `isPartial`: there are more entries than the file takes. */
export type CollectResult =
  | { readonly ok: true; readonly entries: readonly Transaction[]; readonly isPartial: boolean }
  | { readonly ok: false };

/**
 * Loads page after page until the end or the limit. It takes no stored answer, because that may not know the end. `onProgress` gets the
 * number of entries so far.
 */
export async function collect(
  load: (cursor: string | undefined) => Promise<Result<Page>>,
  onProgress: (count: number) => void,
  limit = MAX_FILE_ENTRIES,
): Promise<CollectResult> {
  const entries: Transaction[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await load(cursor);
    if (!page.ok || page.savedAt !== null) return { ok: false };
    entries.push(...page.data.items);
    const { next } = page.data;
    if (next === null || entries.length >= limit) {
      return { ok: true, entries: entries.slice(0, limit), isPartial: next !== null || entries.length > limit };
    }
    // A platform that returns the same cursor again would never come to an end.
    if (next === cursor) return { ok: false };
    cursor = next;
    onProgress(entries.length);
  }
}
