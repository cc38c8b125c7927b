/** Decides when the guide to the home screen may open by itself. Pure. */

/**
 * The guide may open on pages where a player reads or chooses. It never opens over a game, a form, or a page about the player's own
 * gambling.
 */
const QUIET_PAGES: readonly string[] = ['games', 'category', 'profile', 'help', 'about-us'];

/** A player who opens a third page has found the first two useful, so the guide waits that long. */
export const PAGES_BEFORE = 2;

export interface Moment {
  /** Name of the page on screen; null before the first is drawn. */
  readonly page: string | null;
  /** Pages of this visit that were left for another. */
  readonly pageChangeCount: number;
  /** The flag allows it: it was not snoozed and not closed. */
  readonly isDue: boolean;
  /** The device is a phone, held so that there is room beside the card. */
  readonly isPhone: boolean;
}

export function mayOpenByItself({ page, pageChangeCount, isDue, isPhone }: Moment): boolean {
  return isDue && isPhone && pageChangeCount >= PAGES_BEFORE && page !== null && QUIET_PAGES.includes(page);
}
