import { loadConsentReceipts } from '../../../bridge/actions/consents';
import type { ConsentReceipt } from '../../../core/contract/consents';
import type { Result } from '../../../core/errors';
import { failure } from '../../../core/errors';
import { can } from '../../../state/catalogue';
import type { PageAnswer } from '../history/paged';
import { usePaged } from '../history/use-paged';
import type { PagedList } from '../history/use-paged';

export type Receipts = PagedList<ConsentReceipt, object>;

/** Gives a list without sums the shape of one with empty sums. */
async function load(cursor: string | undefined, signal: AbortSignal): Promise<Result<PageAnswer<ConsentReceipt, object>>> {
  if (!can('consent-receipts')) return failure('canceled');
  const result = await loadConsentReceipts(cursor, signal);
  return result.ok ? { ...result, data: { ...result.data, totals: {} } } : result;
}

/** The receipts, newest first, loaded again when a consent has changed. It loads nothing where the platform keeps none. */
export function useReceipts(consents: Readonly<Record<string, boolean>> | undefined): Receipts {
  return usePaged<ConsentReceipt, object>(JSON.stringify(consents ?? null), load);
}
