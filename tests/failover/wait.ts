import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 100;
/** Far longer than any step takes on a machine with other work, so that only a step that never ends is an error. */
const PATIENCE_MS = 300_000;

/** Looks again and again until something was found. Throws an Error that says what was waited for. */
export async function waitFor<T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(`This did not happen within ${PATIENCE_MS / 1_000} s: ${what}.`);
    await pause(LOOK_MS);
  }
}

/** Waits until something is so. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  await waitFor(what, async () => ((await isSo()) ? true : null));
}
