/** Options of `vi.waitFor` with a deadline that is long enough for a busy machine; usually the wait ends at once. */
export const PATIENCE = { timeout: 10_000 } as const;
