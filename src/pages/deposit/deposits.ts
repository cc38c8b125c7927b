import { isUnderWay } from '../../core/claim';
import type { Deposit } from '../../core/contract/cashier';
import type { CallError } from '../../core/errors';

/** The player's deposits as far as this page knows them. */
export interface Deposits {
  /** Newest first. */
  readonly items: readonly Deposit[];
  /** The list has been answered, by the platform or by the device's store. */
  readonly isListed: boolean;
  /** Epoch ms the list is from, when the device's own store gave it; null when it is live. */
  readonly savedAt: number | null;
  readonly error: CallError | null;
  /** Ids of those that were under way while this page was open: how they end is what the player waits for. */
  readonly followed: ReadonlySet<string>;
}

export type DepositsEvent =
  /** From this device's own store; too late once the list has been answered. */
  | { readonly type: 'stored'; readonly items: readonly Deposit[]; readonly savedAt: number }
  | { readonly type: 'listed'; readonly items: readonly Deposit[]; readonly savedAt: number | null }
  | { readonly type: 'failed'; readonly error: CallError }
  | { readonly type: 'heard'; readonly deposit: Deposit };

export const NO_DEPOSITS: Deposits = { items: [], isListed: false, savedAt: null, error: null, followed: new Set() };

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

function merged({ items: known, followed }: Deposits, told: readonly Deposit[]): Pick<Deposits, 'items' | 'followed'> {
  const byId = new Map(known.map((deposit) => [deposit.depositId, deposit]));
  for (const deposit of told) byId.set(deposit.depositId, newerOf(byId.get(deposit.depositId), deposit));
  const open = told.filter(({ state, timeline }) => state === 'pending' || timeline.at(-1)?.step === 'claimed');
  return {
    items: [...byId.values()].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)),
    followed: new Set([...followed, ...open.map(({ depositId }) => depositId)]),
  };
}

/** Pure. Whatever comes late changes nothing that is known to be newer. */
export function deposits(state: Deposits, event: DepositsEvent): Deposits {
  switch (event.type) {
    case 'stored':
      if (state.isListed) return state;
      return { ...state, ...merged(state, event.items), isListed: true, savedAt: event.savedAt };
    case 'listed':
      return { ...merged(state, event.items), isListed: true, savedAt: event.savedAt, error: null };
    case 'failed':
      return event.error.code === 'canceled' ? state : { ...state, error: event.error };
    case 'heard':
      return { ...state, ...merged(state, [event.deposit]) };
  }
}

export interface Shelves {
  readonly top: readonly Deposit[];
  readonly rest: readonly Deposit[];
}

/** Those under way until just now, and the one the page was opened for whatever its state, which comes first; then the others. */
export function shelves({ items, followed }: Pick<Deposits, 'items' | 'followed'>, wantedId: string | null, nowMs: number): Shelves {
  const isTop = (deposit: Deposit) =>
    isUnderWay(deposit, nowMs) || followed.has(deposit.depositId) || deposit.depositId === wantedId;
  const top = items.filter(isTop).sort((a, b) => Number(b.depositId === wantedId) - Number(a.depositId === wantedId));
  return { top, rest: items.filter((deposit) => !isTop(deposit)) };
}
