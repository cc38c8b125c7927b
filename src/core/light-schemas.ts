/**
 * The part of `zod/mini` that `src` uses, in a kilobyte. The build puts it in the place of `zod.ts` in the workers: with the library
 * they would be heavier by half, and over their budgets. The page, the platform and the tests run on zod. A test runs all schemas on both
 * and compares whether values fit, what becomes of them, and which faults are named.
 */
import { isDay } from './day';

type Path = readonly PropertyKey[];

interface Issue {
  readonly path: Path;
  readonly message: string;
}

/** Returns the value for the next check, and adds its faults to `issues`. */
type Run = (value: unknown, issues: Issue[], path: Path) => unknown;

interface Schema {
  readonly run: Run;
  readonly safeParse: (value: unknown) => { success: true; data: unknown } | { success: false; error: { issues: readonly Issue[] } };
  /** The checks run in this order once the type fits. A schema may be a check, too. */
  readonly check: (...checks: readonly (Run | Schema)[]) => Schema;
  readonly traits: Traits;
  /** The fields of an object. */
  readonly shape?: Fields;
}

interface Traits {
  readonly shape?: Fields;
  /** True: an object may lack a field of this schema. */
  readonly isOptional?: boolean | undefined;
}

type Fields = Readonly<Record<string, Schema>>;

const INSTANT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

const UNFIT = 'Invalid input';

/* @__NO_SIDE_EFFECTS__ */
function make(type: Run, traits: Traits = {}, checks: readonly (Run | Schema)[] = []): Schema {
  const run: Run = (value, issues, path) => {
    const before = issues.length;
    let data = type(value, issues, path);
    if (issues.length > before) return data;
    for (const check of checks) data = (typeof check === 'function' ? check : check.run)(data, issues, path);
    return data;
  };
  return {
    run,
    traits,
    ...(traits.shape && { shape: traits.shape }),
    check: (...others) => make(type, traits, [...checks, ...others]),
    safeParse(value) {
      const issues: Issue[] = [];
      const data = run(value, issues, []);
      return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
    },
  };
}

/** Makes a check that passes the value on unchanged. The value's type is not known here, because the callers have zod's types. */
/* @__NO_SIDE_EFFECTS__ */
function checkThat(isValid: (value: never) => boolean, message = UNFIT): Run {
  return (value, issues, path) => {
    if (!isValid(value as never /* the schema before it in the chain has checked the type */)) issues.push({ path, message });
    return value;
  };
}

/* @__NO_SIDE_EFFECTS__ */
const typeSchema = (isValid: (value: unknown) => boolean, message?: string): Schema => make(checkThat(isValid, message));

/** Reports a value that does not fit the schema. */
function reportUnfit(value: unknown, issues: Issue[], path: Path): unknown {
  issues.push({ path, message: UNFIT });
  return value;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isString = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/* @__NO_SIDE_EFFECTS__ */
export const string = (message?: string) => typeSchema(isString, message);
/* @__NO_SIDE_EFFECTS__ */
export const number = (message?: string) => typeSchema(isNumber, message);
/* @__NO_SIDE_EFFECTS__ */
export const int = (message?: string) => typeSchema((value) => Number.isSafeInteger(value), message);
/* @__NO_SIDE_EFFECTS__ */
export const boolean = (message?: string) => typeSchema((value) => typeof value === 'boolean', message);
/* @__NO_SIDE_EFFECTS__ */
export const unknown = () => make((value) => value);

/* @__NO_SIDE_EFFECTS__ */
export function literal(allowed: unknown, message?: string): Schema {
  const all: readonly unknown[] = Array.isArray(allowed) ? allowed : [allowed];
  return typeSchema((value) => all.includes(value), message);
}
export { literal as enum };

export const iso = {
  date: (message?: string) => typeSchema((value) => isString(value) && value.length === 10 && isDay(value), message),
  datetime: (message?: string) => typeSchema((value) => isString(value) && INSTANT.test(value) && isDay(value.slice(0, 10)), message),
};
export const coerce = {
  number: (message?: string) => {
    const { run } = number(message);
    return make((value, issues, path) => {
      let data = value;
      try {
        data = Number(value);
      } catch { /* Nothing makes a number of such an object; `run` says that it is none. */ }
      return run(data, issues, path);
    });
  },
};

/* @__NO_SIDE_EFFECTS__ */
export function optional(inner: Schema): Schema {
  return make((value, issues, path) => (value === undefined ? value : inner.run(value, issues, path)), { isOptional: true });
}
/* @__NO_SIDE_EFFECTS__ */
export function nullable(inner: Schema): Schema {
  return make((value, issues, path) => (value === null ? value : inner.run(value, issues, path)));
}
/* @__NO_SIDE_EFFECTS__ */
export const nullish = (inner: Schema) => optional(nullable(inner));

/* @__NO_SIDE_EFFECTS__ */
export function array(inner: Schema): Schema {
  return make((value, issues, path) => {
    if (!Array.isArray(value)) return reportUnfit(value, issues, path);
    return value.map((item, n) => inner.run(item, issues, [...path, n]));
  });
}

/** The treatment of members that are not in the shape: the object is refused, or they are dropped, or they are copied unchecked. */
type Others = 'refuse' | 'drop' | 'keep';

/** JSON can hold a key `__proto__`; zod drops it where it takes other keys. */
const membersOf = (value: Readonly<Record<string, unknown>>) => Object.entries(value).filter(([name]) => name !== '__proto__');

/* @__NO_SIDE_EFFECTS__ */
function fields(shape: Fields, others: Others): Schema {
  return make((value, issues, path) => {
    if (!isObject(value)) return reportUnfit(value, issues, path);
    const data: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(shape)) {
      const isThere = Object.hasOwn(value, name);
      const before = issues.length;
      const part = field.run(isThere ? value[name] : undefined, issues, [...path, name]);
      if (part !== undefined) data[name] = part;
      // A schema that takes any value still wants the field to be there.
      else if (!isThere && !field.traits.isOptional && issues.length === before) reportUnfit(part, issues, [...path, name]);
    }
    if (others === 'drop') return data;
    const isOther = (name: string) => !Object.hasOwn(shape, name);
    if (others === 'keep') Object.assign(data, Object.fromEntries(membersOf(value).filter(([name]) => isOther(name))));
    else if (Object.keys(value).some(isOther)) reportUnfit(value, issues, path);
    return data;
  }, { shape });
}
/* @__NO_SIDE_EFFECTS__ */
export const object = (shape: Fields) => fields(shape, 'drop');
/* @__NO_SIDE_EFFECTS__ */
export const strictObject = (shape: Fields) => fields(shape, 'refuse');
/* @__NO_SIDE_EFFECTS__ */
export const looseObject = (shape: Fields) => fields(shape, 'keep');

/* @__NO_SIDE_EFFECTS__ */
export function record(_names: Schema, inner: Schema): Schema {
  return make((value, issues, path) => {
    if (!isObject(value)) return reportUnfit(value, issues, path);
    return Object.fromEntries(membersOf(value).map(([name, part]) => [name, inner.run(part, issues, [...path, name])]));
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function union(options: readonly Schema[]): Schema {
  return make((value, issues, path) => {
    for (const option of options) {
      const parsed = option.safeParse(value);
      if (parsed.success) return parsed.data;
    }
    return reportUnfit(value, issues, path);
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function discriminatedUnion(name: string, options: readonly Schema[]): Schema {
  return make((value, issues, path) => {
    const option = isObject(value) && options.find(({ shape }) => shape?.[name]?.safeParse(value[name]).success);
    return option ? option.run(value, issues, path) : reportUnfit(value, issues, isObject(value) ? [...path, name] : path);
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function pipe(first: Schema, second: Schema): Schema {
  return make((value, issues, path) => {
    const before = issues.length;
    const data = first.run(value, issues, path);
    return issues.length > before ? data : second.run(data, issues, path);
  }, { isOptional: first.traits.isOptional });
}
/* @__NO_SIDE_EFFECTS__ */
export const readonly = (inner: Schema) => pipe(inner, transform((value) => Object.freeze(value)));
/* @__NO_SIDE_EFFECTS__ */
export const transform = (change: (value: unknown) => unknown) => make((value) => change(value));

/** The cast is safe as in `checkThat`: the schema before it in the chain has checked the type. */
export const overwrite = (change: (value: never) => unknown): Run => (value) => change(value as never);
export const trim = () => overwrite((value: string) => value.trim());
export const refine = (isValid: (value: never) => unknown, message?: string) => checkThat((value) => Boolean(isValid(value)), message);
export const regex = (pattern: RegExp, message?: string) => checkThat((value: string) => pattern.test(value), message);

type HasLength = string | readonly unknown[];
/** zod counts code points, of which some take two of a string's units. */
const lengthOf = (value: HasLength) => Array.from<unknown>(value).length;
export const minLength = (least: number, message?: string) => checkThat((value: HasLength) => lengthOf(value) >= least, message);
export const maxLength = (most: number, message?: string) => checkThat((value: HasLength) => lengthOf(value) <= most, message);
export const length = (exact: number, message?: string) => checkThat((value: HasLength) => lengthOf(value) === exact, message);
export const minimum = (least: number, message?: string) => checkThat((value: number) => value >= least, message);
export const maximum = (most: number, message?: string) => checkThat((value: number) => value <= most, message);
export const nonnegative = (message?: string) => minimum(0, message);

/** The pattern of zod itself; https://github.com/colinhacks/zod/blob/main/packages/zod/src/v4/core/regexes.ts */
export const EMAIL = /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;
export const email = (message?: string) => regex(EMAIL, message);
