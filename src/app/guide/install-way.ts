/** How this browser puts the app on the home screen. Pure. */

/** `offer`: it asks by itself. `ios`: by the share button. `menu`: by a line in its menu. */
export type InstallWay = 'offer' | 'ios' | 'menu';

export interface Surroundings {
  /** The page runs in a window of its own already. */
  readonly isStandalone: boolean;
  /** The browser has offered to install, and the offer is unused. */
  readonly hasOffer: boolean;
  /** It is one of those that offer: without an offer the app is installed already, or can't be now. */
  readonly offers: boolean;
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** An iPad says that it is a Mac, but Macs have no touch screens. */
function isIos({ userAgent, maxTouchPoints }: Surroundings): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** The way for somebody who asked for it; null: the app is there already. */
export function installWay(on: Surroundings): InstallWay | null {
  if (on.isStandalone) return null;
  if (on.hasOffer) return 'offer';
  return isIos(on) ? 'ios' : 'menu';
}

/** The way to tell somebody of who did not ask: null also where it may well be installed already. */
export function unaskedWay(on: Surroundings): InstallWay | null {
  const way = installWay(on);
  return way === 'menu' && on.offers ? null : way;
}
