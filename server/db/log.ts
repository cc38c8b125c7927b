export interface LineOptions {
  /** Somebody must act on it. */
  readonly alert?: true;
}

/** Writes one line for the operator; the line has no line break at its end. */
export type Log = (line: string, options?: LineOptions) => void;
