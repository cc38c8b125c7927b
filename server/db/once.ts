/** Makes work that is done at most once; whoever asks again gets the same outcome. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
