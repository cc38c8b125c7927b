/** Says whether a game is open to players. Whatever shows games or starts rounds asks here, so that one opens everywhere at one instant. Pure. */

export interface Opening {
  readonly enabled: boolean;
  /** Before it, players neither see nor play the game; null = it is not hidden. */
  readonly hidden_until: Date | null;
}

export function isHidden({ hidden_until: hiddenUntil }: Pick<Opening, 'hidden_until'>, at: Date): boolean {
  return hiddenUntil !== null && hiddenUntil.getTime() > at.getTime();
}

export function isOpen(game: Opening, at: Date): boolean {
  return game.enabled && !isHidden(game, at);
}

/** The same as `isHidden` in SQL; `game` is the alias of the table, and `at` an expression for the instant. */
export const isHiddenSql = (game: string, at: string): string => `(${game}.hidden_until IS NOT NULL AND ${game}.hidden_until > ${at})`;

/** The same as `isOpen` in SQL. */
export const isOpenSql = (game: string, at: string): string => `(${game}.enabled AND NOT ${isHiddenSql(game, at)})`;
