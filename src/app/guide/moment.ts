/** When the guide to the home screen may show itself unasked. Pure. */

/** Pages to read and to choose on. Not over a game, a form, or what is about somebody's gambling. */
const QUIET_PAGES: readonly string[] = ['games', 'category', 'profile', 'help', 'about-us'];

/** The visit has brought something by then: whoever opens a third page has found the first two worth it. */
export const PAGES_BEFORE = 2;

export interface Moment {
  /** Name of the page on screen; null before the first is drawn. */
  readonly page: string | null;
  /** Pages of this visit that were left for another. */
  readonly pagesLeft: number;
  /** The flag allows it: it was not snoozed and not closed. */
  readonly isDue: boolean;
  /** A phone, held so that there is room beside the card. */
  readonly isPhone: boolean;
}

export function isMoment({ page, pagesLeft, isDue, isPhone }: Moment): boolean {
  return isDue && isPhone && pagesLeft >= PAGES_BEFORE && page !== null && QUIET_PAGES.includes(page);
}
