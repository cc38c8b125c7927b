/** What the doctor says about one thing, in one line. */
export interface Finding {
  /** A few words, for example `clock`. */
  readonly topic: string;
  readonly state: 'good' | 'warning' | 'wrong';
  readonly says: string;
}

export const good = (topic: string, says: string): Finding => ({ topic, state: 'good', says });
export const warning = (topic: string, says: string): Finding => ({ topic, state: 'warning', says });
export const wrong = (topic: string, says: string): Finding => ({ topic, state: 'wrong', says });

/** Makes one line of an error's message. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ');
}
