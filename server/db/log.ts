/** Takes one line for whoever runs Ayo, without a line break at the end. */
export type Log = (line: string) => void;
