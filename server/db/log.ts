/** Writes one line for the operator; the line has no line break at its end. */
export type Log = (line: string) => void;
