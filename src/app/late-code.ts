/** The code of a page on a network that lets nothing through: who tapped a link must not wait for ever for an answer. */

/** As long as other reads may take. */
export const CODE_DEADLINE_MS = 8_000;

/** It has not come in time, and may come still. */
export class LateCode extends Error {
  /** Resolves when it comes after all; missing where nobody waits for it here. */
  readonly arrival: Promise<unknown> | undefined;

  constructor(arrival?: Promise<unknown>) {
    super();
    this.arrival = arrival;
  }
}

/** Waits for `loading`; rejects with `LateCode` after 8 s. */
export async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateCode(loading)), CODE_DEADLINE_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
