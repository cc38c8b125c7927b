/** Reads variables of the environment, and collects one line for each wrong value. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the value of a variable without blanks around it; undefined for none and for an empty one. */
export type ReadVariable = (name: string) => string | undefined;

/** The mistakes in several variables that belong together, one line for each. */
export interface Mistakes {
  readonly errors: readonly string[];
}

/** A variable with one value. */
export interface Variable<T> {
  readonly name: string;
  /** The value of a variable that is not set. */
  readonly fallback: T;
  /** Returns undefined for text that is no such value. */
  readonly parse: (text: string) => T | undefined;
  /** Completes the line for a wrong value: "PORT is "x"; it must be …". */
  readonly requirement: string;
}

export interface VariableReader {
  readonly read: ReadVariable;
  /** Reads and parses a variable; a wrong value is reported and counts as not set. */
  readonly readValue: <T>(variable: Variable<T>) => T;
  /** Returns the value; where it is mistakes instead, reports them and returns `fallback`. */
  readonly reportMistakes: <T extends object | undefined>(value: T | Mistakes, fallback: T) => T;
  readonly reportWrong: (name: string, requirement: string) => void;
  readonly report: (...lines: string[]) => void;
  /** The names of all variables that were read so far, whether they are set or not. */
  readonly names: ReadonlySet<string>;
  /** The lines so far. */
  readonly errors: readonly string[];
}

export function createVariableReader(env: Environment): VariableReader {
  const errors: string[] = [];
  const names = new Set<string>();
  const report = (...lines: string[]): void => void errors.push(...lines);
  const reportWrong = (name: string, requirement: string): void => report(`${name} is ${JSON.stringify(env[name])}; it must be ${requirement}.`);
  const read: ReadVariable = (name) => {
    names.add(name);
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };
  return {
    errors, names, read, report, reportWrong,
    readValue: ({ name, fallback, parse, requirement }) => {
      const text = read(name);
      if (text === undefined) return fallback;
      const value = parse(text);
      if (value === undefined) reportWrong(name, requirement);
      return value ?? fallback;
    },
    reportMistakes: (value, fallback) => {
      if (!hasMistakes(value)) return value;
      report(...value.errors);
      return fallback;
    },
  };
}

function hasMistakes(value: object | undefined): value is Mistakes {
  return value !== undefined && 'errors' in value;
}
