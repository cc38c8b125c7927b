/**
 * The filters and the order of a list of games in the address: `?q=gold&rtp=96&only=new.practice`. Only differences from the plain list are
 * written, so that an address is short and can be shared, and back and forward restore it. A part that is not understood is left out. Pure.
 */
import { VOLATILITIES } from '../../../games/volatility';
import type { Volatility } from '../../../games/volatility';
import { SHELF_ORDERS } from './order';
import type { ShelfOrder } from './order';

/** The lowest returns that can be chosen, in percent. */
export const RTP_FLOORS = [95, 96, 97] as const;
export type RtpFloor = (typeof RTP_FLOORS)[number];
/** Marks that a game has or has not. */
export const MARKS = ['favourite', 'new', 'practice'] as const;
export type Mark = (typeof MARKS)[number];

export interface Filter {
  /** Null: every kind. */
  readonly kind: string | null;
  readonly rtp: RtpFloor | null;
  readonly volatility: Volatility | null;
  /** A game must have all of these marks. */
  readonly only: readonly Mark[];
}

export interface View extends Filter {
  readonly order: ShelfOrder;
}

/** Every game, in the order of the lobby. */
export const DEFAULT_VIEW: View = { kind: null, rtp: null, volatility: null, only: [], order: 'lobby' };

/** The pattern of a kind's id, because a platform may choose its own ids. */
const KIND = /^[a-z0-9-]{1,48}$/;

const oneOf = <T extends string | number>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => String(value) === text) ?? null;

export function readView(search: URLSearchParams): View {
  const kind = search.get('kind');
  const only = search.get('only')?.split('.') ?? [];
  return {
    kind: kind !== null && KIND.test(kind) ? kind : null,
    rtp: oneOf(RTP_FLOORS, search.get('rtp')),
    volatility: oneOf(VOLATILITIES, search.get('vol')),
    only: MARKS.filter((mark) => only.includes(mark)),
    order: oneOf(SHELF_ORDERS, search.get('sort')) ?? 'lobby',
  };
}

/** `search` with the view in it. Other parameters stay. */
export function writeView(search: URLSearchParams, { kind, rtp, volatility, only, order }: View): URLSearchParams {
  const next = new URLSearchParams(search);
  const parts = { kind, rtp, vol: volatility, only: only.join('.'), sort: order === 'lobby' ? null : order };
  for (const [name, value] of Object.entries(parts)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** Counts the filters that are on. The order does not count, because it hides nothing. */
export function filterCount({ kind, rtp, volatility, only }: Filter): number {
  return [kind, rtp, volatility].filter((part) => part !== null).length + only.length;
}
