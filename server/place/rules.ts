/** What holds where: rules of states, and which of two is stricter. Pure. */
import { NIGERIA_STATES } from '../../src/core/nigeria-states';
import type { StateCode } from '../../src/core/nigeria-states';
import type { Kobo } from '../../src/core/money';
import { LIMIT_KINDS, LIMIT_PERIODS } from '../../src/core/protection';
import type { LimitKind, LimitPeriod, REALITY_CHECK_MINUTES } from '../../src/core/protection';

/** What a player's own limit can't be above, in kobo; null = nothing is said. */
export type Ceilings = Readonly<Record<LimitKind, Readonly<Record<LimitPeriod, Kobo | null>>>>;

export type RealityCheckMinutes = (typeof REALITY_CHECK_MINUTES)[number];

export interface PlaceRules {
  /** False: no account, deposit, stake or bonus. */
  readonly served: boolean;
  /** Years. */
  readonly minimumAge: number;
  /** Under which licence the site is run there; empty where the operator has written none. */
  readonly licence: string;
  readonly ceilings: Ceilings;
  /** Play is stopped for a look at least this often. */
  readonly realityCheckMinutes: RealityCheckMinutes;
}

/** The file of places, checked. */
export interface PlaceBook {
  /** Where no state is known, and of states that the file does not name. */
  readonly standard: PlaceRules;
  /** Complete: what the file does not say of a state is the standard. */
  readonly states: Readonly<Partial<Record<StateCode, PlaceRules>>>;
}

/** Where a call comes from, and by which book and list it is judged. Made by `Places` alone. */
export interface CallerPlace {
  /** ISO 3166-1 alpha-2; null = nothing tells. */
  readonly country: string | null;
  /** ISO 3166-2:NG without `NG-`; null = nothing tells, or it is another country. */
  readonly state: StateCode | null;
  readonly book: PlaceBook;
  /** Empty = every country, and where nothing tells. */
  readonly allowedCountries: readonly string[];
}

/**
 * What holds for a player who lives in `home` (ISO 3166-2:NG without `NG-`; null = not known, or nobody's yet) and calls
 * from `place`: of the two states the stricter in everything; the licence is that of where the call comes from. An
 * unknown country is not served where only some are.
 */
export function rulesFor(home: string | null, place: CallerPlace): PlaceRules {
  const { book, state } = place;
  const there = state === null ? null : rulesOfState(book, state);
  const own = home === null ? null : rulesOfState(book, home);
  const rules = there !== null && own !== null ? stricter(there, own) : (there ?? own ?? book.standard);
  return isAllowed(place) ? rules : { ...rules, served: false };
}

/** Whether the country is one of those that are served. */
export function isAllowed({ country, allowedCountries }: CallerPlace): boolean {
  return allowedCountries.length === 0 || (country !== null && allowedCountries.includes(country));
}

/** What the book says of a state, also of one that it does not name. */
export function rulesOfState({ standard, states }: PlaceBook, code: string): PlaceRules {
  return (Object.hasOwn(NIGERIA_STATES, code) ? states[code as StateCode] : undefined) ?? standard;
}

/** The licence is the first one's, unless it has none. */
function stricter(a: PlaceRules, b: PlaceRules): PlaceRules {
  return {
    served: a.served && b.served,
    minimumAge: Math.max(a.minimumAge, b.minimumAge),
    licence: a.licence === '' ? b.licence : a.licence,
    ceilings: ceilingsOf((kind, period) => lower(a.ceilings[kind][period], b.ceilings[kind][period])),
    realityCheckMinutes: a.realityCheckMinutes < b.realityCheckMinutes ? a.realityCheckMinutes : b.realityCheckMinutes,
  };
}

function lower(a: Kobo | null, b: Kobo | null): Kobo | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** All nine, each as `of` says. */
export function ceilingsOf(of: (kind: LimitKind, period: LimitPeriod) => Kobo | null): Ceilings {
  const periods = (kind: LimitKind) => Object.fromEntries(LIMIT_PERIODS.map((period) => [period, of(kind, period)]));
  return Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, periods(kind)])) as Ceilings;
}
