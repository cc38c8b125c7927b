import { isUnderWay } from '../../core/claim';
import type { Deposit } from '../../core/contract/cashier';
import { listReducer, mergedBy } from '../shared/money/followed-list';
import type { FollowedList } from '../shared/money/followed-list';

/** The player's deposits as far as this page knows them. */
export interface Deposits extends FollowedList<Deposit> {
  /** Ids of those that were under way, or held, while this page was open: how they end is what the player waits for. */
  readonly followed: ReadonlySet<string>;
}

export const NO_DEPOSITS: Deposits = { items: [], isListed: false, savedAt: null, error: null, followed: new Set() };

export const idOf = ({ depositId }: Deposit): string => depositId;

/** The later word about one deposit; a final state is never left for a pending one. */
export function newerOf(known: Deposit | undefined, told: Deposit): Deposit {
  if (known === undefined) return told;
  if (known.state !== 'pending' && told.state === 'pending') return known;
  // While it is pending its timeline may grow without the row being touched.
  if (known.state === told.state && known.timeline.length !== told.timeline.length) {
    return known.timeline.length > told.timeline.length ? known : told;
  }
  return Date.parse(known.updatedAt) > Date.parse(told.updatedAt) ? known : told;
}

const merged = mergedBy(idOf, newerOf);

/** Pure. Whatever comes late changes nothing that is known to be newer. */
export const deposits = listReducer<Deposit, Deposits>((state, told) => {
  const items = merged(state.items, told);
  const open = items.filter(({ state: is, timeline }) => ['pending', 'held', 'returning'].includes(is) || timeline.at(-1)?.step === 'claimed');
  return { ...state, items, followed: new Set([...state.followed, ...open.map(idOf)]) };
});

export interface Shelves {
  readonly top: readonly Deposit[];
  readonly rest: readonly Deposit[];
}

/**
 * Those under way until just now, those that wait for the player's choice, and the one the page was opened for whatever its
 * state, which comes first; then the others.
 */
export function shelves({ items, followed }: Pick<Deposits, 'items' | 'followed'>, wantedId: string | null, nowMs: number): Shelves {
  const isTop = (deposit: Deposit) =>
    isUnderWay(deposit, nowMs) || deposit.state === 'held' || followed.has(deposit.depositId) || deposit.depositId === wantedId;
  const top = items.filter(isTop).sort((a, b) => Number(b.depositId === wantedId) - Number(a.depositId === wantedId));
  return { top, rest: items.filter((deposit) => !isTop(deposit)) };
}
