import { isUnderWay } from '../../core/deposit-claim';
import type { Deposit } from '../../core/contract/cashier';
import { listReducer, mergedBy } from '../shared/money/followed-list';
import type { FollowedList } from '../shared/money/followed-list';

/** The player's deposits that this page knows. */
export interface Deposits extends FollowedList<Deposit> {
  /** Ids of deposits that were in progress, or held, while this page was open. The player waits for the end of these. */
  readonly followedIds: ReadonlySet<string>;
}

export const NO_DEPOSITS: Deposits = { items: [], isListed: false, savedAt: null, error: null, followedIds: new Set() };

export const idOf = ({ depositId }: Deposit): string => depositId;

/** The newer of two states of one deposit. A final state never becomes pending again. */
export function newerOf(current: Deposit | undefined, incoming: Deposit): Deposit {
  if (current === undefined) return incoming;
  if (current.state !== 'pending' && incoming.state === 'pending') return current;
  // The timeline of a pending deposit may grow while the time of its last change stays the same.
  if (current.state === incoming.state && current.timeline.length !== incoming.timeline.length) {
    return current.timeline.length > incoming.timeline.length ? current : incoming;
  }
  return Date.parse(current.updatedAt) > Date.parse(incoming.updatedAt) ? current : incoming;
}

/**
 * Returns true if the deposit was started after the list was saved (epoch ms), so that the list can't have it. Both times are the
 * platform's, because the phone's clock may be hours off.
 */
export const isLaterThan = ({ createdAt }: Pick<Deposit, 'createdAt'>, savedAt: number): boolean => Date.parse(createdAt) >= savedAt;

const merged = mergedBy(idOf, newerOf);

/** The reducer of the list. Pure. A late answer changes nothing that is newer. */
export const deposits = listReducer<Deposit, Deposits>((state, incoming) => {
  const items = merged(state.items, incoming);
  const open = items.filter(({ state: is, timeline }) => ['pending', 'held', 'returning'].includes(is) || timeline.at(-1)?.step === 'claimed');
  return { ...state, items, followedIds: new Set([...state.followedIds, ...open.map(idOf)]) };
});

export interface DepositGroups {
  readonly top: readonly Deposit[];
  readonly rest: readonly Deposit[];
}

/**
 * Splits the list. The top has the deposit that the page was opened for, those that were in progress until just now, and those that wait
 * for the player's choice; the rest has the others.
 */
export function groupDeposits({ items, followedIds }: Pick<Deposits, 'items' | 'followedIds'>, wantedId: string | null, nowMs: number): DepositGroups {
  const isTop = (deposit: Deposit) =>
    isUnderWay(deposit, nowMs) || deposit.state === 'held' || followedIds.has(deposit.depositId) || deposit.depositId === wantedId;
  const top = items.filter(isTop).sort((a, b) => Number(b.depositId === wantedId) - Number(a.depositId === wantedId));
  return { top, rest: items.filter((deposit) => !isTop(deposit)) };
}
