/** In a file of its own: every realm needs it, and most of them nothing else about money. */
interface BalanceItem {
  readonly type: string;
  readonly currency?: string | null | undefined;
}

/**
 * Whether what would be shown as the player's money is naira. An answer in which it is not is refused as a whole: the
 * figure that is known stays, with its age.
 */
export function isInNaira(items: readonly BalanceItem[]): boolean {
  return (items.find((item) => item.type === 'Real')?.currency ?? 'NGN') === 'NGN';
}
