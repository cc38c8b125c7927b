/** Limits the wait for the code of a page: on a network that lets nothing through, a player who tapped a link must not wait for ever. */

/** The code may take as long as any other read. */
export const CODE_DEADLINE_MS = 8_000;

/** The code did not come in time; it may still come. */
export class LateCode extends Error {
  /** Resolves when the code comes after all. It is missing where nobody here waits for it. */
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
