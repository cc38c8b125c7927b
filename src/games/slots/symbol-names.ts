/** Names of a theme's symbols: one of them, and several. */
export type SymbolNames = Readonly<Record<string, readonly [one: string, several: string]>>;
