/** Returns a function that does the work at most once; every call gets the same outcome. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
