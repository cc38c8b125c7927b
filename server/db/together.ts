/**
 * Waits for statements that were asked for together, one connection's, and gives their answers; throws the first error in
 * their order. Unlike Promise.all it goes on only when all of them are done: nothing that follows a refusal (a rollback,
 * another statement) gets between those that are still under way.
 */
export async function together<T extends readonly Promise<unknown>[] | []>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}
