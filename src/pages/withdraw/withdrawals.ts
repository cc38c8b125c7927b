import type { Withdrawal } from '../../core/contract/withdrawals';
import { listReducer, mergedBy } from '../shared/money/followed-list';
import type { FollowedList } from '../shared/money/followed-list';

/** The player's withdrawals that this page knows. */
export type Withdrawals = FollowedList<Withdrawal>;

export const NO_WITHDRAWALS: Withdrawals = { items: [], isListed: false, savedAt: null, error: null };

export const idOf = ({ withdrawalId }: Withdrawal): string => withdrawalId;

/** A withdrawal only moves forward, and a final state stays. */
const RANK = { checking: 0, sending: 1, paid: 2, refused: 2, failed: 2 } satisfies Record<Withdrawal['state'], number>;

/** The newer of two states of one withdrawal: an earlier state that comes late changes nothing. */
export function newerOf(current: Withdrawal | undefined, incoming: Withdrawal): Withdrawal {
  if (current === undefined || RANK[incoming.state] > RANK[current.state]) return incoming;
  if (RANK[incoming.state] < RANK[current.state]) return current;
  if (current.timeline.length !== incoming.timeline.length) return current.timeline.length > incoming.timeline.length ? current : incoming;
  return Date.parse(current.updatedAt) > Date.parse(incoming.updatedAt) ? current : incoming;
}

const merged = mergedBy(idOf, newerOf);

/** The reducer of the list. Pure. A late answer changes nothing that is newer. */
export const withdrawals = listReducer<Withdrawal, Withdrawals>((state, incoming) => ({ ...state, items: merged(state.items, incoming) }));

export interface SplitWithdrawals {
  readonly top: readonly Withdrawal[];
  readonly rest: readonly Withdrawal[];
}

/** Splits the list. The top has the withdrawal that the page was opened for and those in progress; the rest has the others. */
export function splitWithdrawals(items: readonly Withdrawal[], wantedId: string | null): SplitWithdrawals {
  const isTop = ({ state, withdrawalId }: Withdrawal) => RANK[state] < RANK.paid || withdrawalId === wantedId;
  const top = items.filter(isTop).sort((a, b) => Number(b.withdrawalId === wantedId) - Number(a.withdrawalId === wantedId));
  return { top, rest: items.filter((each) => !isTop(each)) };
}
