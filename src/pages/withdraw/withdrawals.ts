import type { Withdrawal } from '../../core/contract/withdrawals';
import type { CallError } from '../../core/errors';

/** The player's withdrawals as far as this page knows them. */
export interface Withdrawals {
  /** Newest first. */
  readonly items: readonly Withdrawal[];
  /** The list has been answered, by the platform or by the device's store. */
  readonly isListed: boolean;
  /** Epoch ms the list is from, when the device's own store gave it; null when it is live. */
  readonly savedAt: number | null;
  readonly error: CallError | null;
}

export type WithdrawalsEvent =
  /** From this device's own store; too late once the list has been answered. */
  | { readonly type: 'stored'; readonly items: readonly Withdrawal[]; readonly savedAt: number }
  | { readonly type: 'listed'; readonly items: readonly Withdrawal[]; readonly savedAt: number | null }
  | { readonly type: 'failed'; readonly error: CallError }
  | { readonly type: 'heard'; readonly withdrawal: Withdrawal };

export const NO_WITHDRAWALS: Withdrawals = { items: [], isListed: false, savedAt: null, error: null };

/** A withdrawal goes one way; what is final stays. */
const RANK = { checking: 0, sending: 1, paid: 2, refused: 2, failed: 2 } satisfies Record<Withdrawal['state'], number>;

/** The later word about one withdrawal: an earlier state that comes late changes nothing. */
export function newerOf(known: Withdrawal | undefined, told: Withdrawal): Withdrawal {
  if (known === undefined || RANK[told.state] > RANK[known.state]) return told;
  if (RANK[told.state] < RANK[known.state]) return known;
  if (known.timeline.length !== told.timeline.length) return known.timeline.length > told.timeline.length ? known : told;
  return Date.parse(known.updatedAt) > Date.parse(told.updatedAt) ? known : told;
}

function merged(known: readonly Withdrawal[], told: readonly Withdrawal[]): readonly Withdrawal[] {
  const byId = new Map(known.map((each) => [each.withdrawalId, each]));
  for (const each of told) byId.set(each.withdrawalId, newerOf(byId.get(each.withdrawalId), each));
  return [...byId.values()].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** Pure. Whatever comes late changes nothing that is known to be newer. */
export function withdrawals(state: Withdrawals, event: WithdrawalsEvent): Withdrawals {
  switch (event.type) {
    case 'stored':
      if (state.isListed) return state;
      return { ...state, items: merged(state.items, event.items), isListed: true, savedAt: event.savedAt };
    case 'listed':
      return { items: merged(state.items, event.items), isListed: true, savedAt: event.savedAt, error: null };
    case 'failed':
      return event.error.code === 'canceled' ? state : { ...state, error: event.error };
    case 'heard':
      return { ...state, items: merged(state.items, [event.withdrawal]) };
  }
}

export interface Shelves {
  readonly top: readonly Withdrawal[];
  readonly rest: readonly Withdrawal[];
}

/** Those under way, and the one the page was opened for whatever its state, which comes first; then the others. */
export function shelves(items: readonly Withdrawal[], wantedId: string | null): Shelves {
  const isTop = ({ state, withdrawalId }: Withdrawal) => RANK[state] < RANK.paid || withdrawalId === wantedId;
  const top = items.filter(isTop).sort((a, b) => Number(b.withdrawalId === wantedId) - Number(a.withdrawalId === wantedId));
  return { top, rest: items.filter((each) => !isTop(each)) };
}
