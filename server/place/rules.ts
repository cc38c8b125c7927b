/** Finds the rules of a place, and the stricter rules where two places apply. Pure. */
import { NIGERIA_STATES } from '../../src/core/nigeria-states';
import type { StateCode } from '../../src/core/nigeria-states';
import type { Kobo } from '../../src/core/money';
import { LIMIT_KINDS, LIMIT_PERIODS } from '../../src/core/protection';
import type { LimitKind, LimitPeriod, REALITY_CHECK_MINUTES } from '../../src/core/protection';

/** The highest limits, in kobo, that a player may set; null where there is no ceiling. */
export type Ceilings = Readonly<Record<LimitKind, Readonly<Record<LimitPeriod, Kobo | null>>>>;

export type DepositTurnover = 0 | 1;

export type RealityCheckMinutes = (typeof REALITY_CHECK_MINUTES)[number];

export interface PlaceRules {
  /** False forbids accounts, deposits, stakes and bonuses. */
  readonly served: boolean;
  /** In years. */
  readonly minimumAge: number;
  /** The licence under which the site runs there; empty where the operator has written none. */
  readonly licence: string;
  readonly ceilings: Ceilings;
  /** The longest interval between two reality checks. */
  readonly realityCheckMinutes: RealityCheckMinutes;
  /** The most times that a bonus may have to be staked. */
  readonly maxWagering: number;
  /** The number of times that a deposit must be staked before it can be withdrawn. */
  readonly depositTurnover: DepositTurnover;
}

/** The checked content of a file of places. */
export interface PlaceBook {
  /** Applies where the state is unknown, and to states that the file does not name. */
  readonly standard: PlaceRules;
  /** Each entry is complete: the standard fills what the file leaves out. */
  readonly states: Readonly<Partial<Record<StateCode, PlaceRules>>>;
}

/** The place that a call comes from, with the rules and the list of countries that apply to it. Only `Places` makes one. */
export interface CallerPlace {
  /** ISO 3166-1 alpha-2; null where unknown. */
  readonly country: string | null;
  /** ISO 3166-2:NG without `NG-`; null where unknown or abroad. */
  readonly state: StateCode | null;
  readonly book: PlaceBook;
  /** An empty list allows every country, and unknown ones. */
  readonly allowedCountries: readonly string[];
}

/**
 * Returns the rules for a player who lives in the state `home` (ISO 3166-2:NG without `NG-`; null where unknown) and calls
 * from `place`. Each rule is the stricter one of the two states; the licence is that of the state the call comes from. An
 * unknown country is not served where the operator serves only some countries.
 */
export function rulesFor(home: string | null, place: CallerPlace): PlaceRules {
  const { book, state } = place;
  const callerRules = state === null ? null : rulesOfState(book, state);
  const homeRules = home === null ? null : rulesOfState(book, home);
  const rules = callerRules !== null && homeRules !== null ? stricterRules(callerRules, homeRules) : (callerRules ?? homeRules ?? book.standard);
  return isCountryServed(place) ? rules : { ...rules, served: false };
}

/** Checks the country against the list of served countries. */
export function isCountryServed({ country, allowedCountries }: CallerPlace): boolean {
  return allowedCountries.length === 0 || (country !== null && allowedCountries.includes(country));
}

/** Returns the rules of a state; the standard ones for a state that the file does not name. */
export function rulesOfState({ standard, states }: PlaceBook, code: string): PlaceRules {
  return (Object.hasOwn(NIGERIA_STATES, code) ? states[code as StateCode] : undefined) ?? standard;
}

/** Returns for each rule the stricter one of both. The licence is the first one's, unless it has none. */
function stricterRules(a: PlaceRules, b: PlaceRules): PlaceRules {
  return {
    served: a.served && b.served,
    minimumAge: Math.max(a.minimumAge, b.minimumAge),
    licence: a.licence === '' ? b.licence : a.licence,
    ceilings: buildCeilings((kind, period) => lowerCeiling(a.ceilings[kind][period], b.ceilings[kind][period])),
    realityCheckMinutes: a.realityCheckMinutes < b.realityCheckMinutes ? a.realityCheckMinutes : b.realityCheckMinutes,
    maxWagering: Math.min(a.maxWagering, b.maxWagering),
    depositTurnover: a.depositTurnover > b.depositTurnover ? a.depositTurnover : b.depositTurnover,
  };
}

function lowerCeiling(a: Kobo | null, b: Kobo | null): Kobo | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** Returns the most wagering that a promotion may ask for: the lowest ceiling of all served places, because an offer is the same everywhere. */
export function lowestWageringCeiling({ standard, states }: PlaceBook): number {
  const served = [standard, ...Object.values(states)].filter((rules) => rules.served);
  return Math.min(...(served.length === 0 ? [standard] : served).map(({ maxWagering }) => maxWagering));
}

/** Makes the ceilings of all kinds and periods from `amountOf`. */
export function buildCeilings(amountOf: (kind: LimitKind, period: LimitPeriod) => Kobo | null): Ceilings {
  const periods = (kind: LimitKind) => Object.fromEntries(LIMIT_PERIODS.map((period) => [period, amountOf(kind, period)]));
  return Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, periods(kind)])) as Ceilings;
}
