/**
 * A schema library of a kilobyte, for the realms that can't afford another: the service worker, the sync worker and the
 * entry of the page. What it says of an answer is what `src/core/contract` says of it: the types are the contract's,
 * and a test holds each shape against its schema.
 */
export type Fit<T> = { readonly success: true; readonly data: T } | { readonly success: false };

/** What is needed of a schema to check an answer; the contract's schemas are shapes, too. */
export interface Shape<T> {
  safeParse(value: unknown): Fit<T>;
}

type DataOf<R> = R extends { readonly success: true; readonly data: infer T } ? T : never;
export type ShapeOutput<S> = S extends { safeParse(value: unknown): infer R } ? DataOf<R> : undefined;

const NO_FIT: Fit<never> = { success: false };

function fits<T>(data: T): Fit<T> {
  return { success: true, data };
}

/* @__NO_SIDE_EFFECTS__ */
function shape<T>(safeParse: (value: unknown) => Fit<T>): Shape<T> {
  return { safeParse };
}

/* @__NO_SIDE_EFFECTS__ */
export function guarded<T>(is: (value: unknown) => value is T): Shape<T> {
  return shape((value) => (is(value) ? fits(value) : NO_FIT));
}

export const string = guarded((value): value is string => typeof value === 'string');
export const number = guarded((value): value is number => typeof value === 'number' && Number.isFinite(value));
export const integer = guarded((value): value is number => Number.isSafeInteger(value));
export const boolean = guarded((value): value is boolean => typeof value === 'boolean');
/** Whatever JSON can hold. */
type Present = string | number | boolean | null | object;

export const unknown = shape<unknown>(fits);
/** Anything, as long as it is there. */
export const present = shape<Present>((value) => (value === undefined ? NO_FIT : fits(value as Present)));

/* @__NO_SIDE_EFFECTS__ */
export function literal<const T extends string>(...allowed: readonly T[]): Shape<T> {
  return guarded((value): value is T => (allowed as readonly unknown[]).includes(value));
}

/* @__NO_SIDE_EFFECTS__ */
export function pattern(regex: RegExp): Shape<string> {
  return guarded((value): value is string => typeof value === 'string' && regex.test(value));
}

const INSTANT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** Whether a text is `YYYY-MM-DD` of a day that exists. */
export function isDay(day: string): boolean {
  // Null for a day that does not exist, whatever the types say.
  const read = new Date(`${day}T00:00:00Z`).toJSON() as string | null;
  return read?.startsWith(day) === true;
}

/** An instant in UTC, ISO 8601; the day has to exist. */
export const instant = guarded((value): value is string => typeof value === 'string' && INSTANT.test(value) && isDay(value.slice(0, 10)));

/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(inner: Shape<T>): Shape<T | null> {
  return shape<T | null>((value) => (value === null ? fits(null) : inner.safeParse(value)));
}

/* @__NO_SIDE_EFFECTS__ */
export function nullish<T>(inner: Shape<T>): Shape<T | null | undefined> {
  return optional(nullable(inner));
}

/* @__NO_SIDE_EFFECTS__ */
export function map<T, U>(inner: Shape<T>, change: (value: T) => U): Shape<U> {
  return shape((value) => {
    const fit = inner.safeParse(value);
    return fit.success ? fits(change(fit.data)) : NO_FIT;
  });
}

/** With a condition that no part can check by itself. */
/* @__NO_SIDE_EFFECTS__ */
export function such<T>(inner: Shape<T>, holds: (data: T) => boolean): Shape<T> {
  return shape((value) => {
    const fit = inner.safeParse(value);
    return fit.success && holds(fit.data) ? fit : NO_FIT;
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function either<A, B>(a: Shape<A>, b: Shape<B>): Shape<A | B> {
  return shape<A | B>((value) => {
    const fit = a.safeParse(value);
    return fit.success ? fit : b.safeParse(value);
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function array<T>(inner: Shape<T>): Shape<T[]> {
  return shape((value) => {
    if (!Array.isArray(value)) return NO_FIT;
    const data: T[] = [];
    for (const item of value) {
      const fit = inner.safeParse(item);
      if (!fit.success) return NO_FIT;
      data.push(fit.data);
    }
    return fits(data);
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON can hold a key `__proto__`; the contract's schemas drop it. */
export const record: Shape<Record<string, unknown>> = shape((value) => {
  if (!isObject(value)) return NO_FIT;
  const { ['__proto__']: _dropped, ...data } = value;
  return fits(data);
});

type Fields = Readonly<Record<string, Shape<unknown>>>;
type Output<F extends Fields> = { [K in keyof F]: ShapeOutput<F[K]> };
type UndefinedKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];
/** Fields that may be undefined may be missing. */
type Loose<T> = Omit<T, UndefinedKeys<T>> & Partial<Pick<T, UndefinedKeys<T>>>;
type Flat<T> = { [K in keyof T]: T[K] };

/** An object with these fields; others are left out, and a field that may be undefined may be missing. */
/* @__NO_SIDE_EFFECTS__ */
export function object<F extends Fields>(fields: F): Shape<Flat<Loose<Output<F>>>> {
  return shape((value) => {
    if (!isObject(value)) return NO_FIT;
    const data: Record<string, unknown> = {};
    for (const name in fields) {
      const fit = fields[name]?.safeParse(Object.hasOwn(value, name) ? value[name] : undefined);
      if (!fit?.success) return NO_FIT;
      // A missing field stays missing; `undefined` would not survive JSON either.
      if (fit.data !== undefined) data[name] = fit.data;
    }
    return fits(data as Flat<Loose<Output<F>>>);
  });
}

/** A field that may be missing. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(inner: Shape<T>): Shape<T | undefined> {
  return shape<T | undefined>((value) => (value === undefined ? fits(undefined) : inner.safeParse(value)));
}
