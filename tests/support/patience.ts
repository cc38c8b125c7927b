/** For `vi.waitFor`: what is waited for comes at once, but not on a machine that others keep busy. */
export const PATIENCE = { timeout: 10_000 } as const;
