/** The addresses of games and categories. */

export function gamePath(gameId: string): string {
  return `/game/${gameId}`;
}

export function categoryPath(categoryId: string): string {
  return `/category/${categoryId}`;
}
