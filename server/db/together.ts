/**
 * Waits for statements that were queued together on one connection and returns their answers; throws the first error in their
 * order. Unlike Promise.all it waits until all of them have ended, so that nothing that follows a refusal (a rollback, another
 * statement) gets between those that are still running.
 */
export async function together<T extends readonly Promise<unknown>[] | []>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}
