/** Decides in which way this browser puts the app on the home screen. Pure. */

/** `offer`: the browser asks by itself. `ios`: the player uses the share button. `menu`: the player uses the browser's menu. */
export type InstallWay = 'offer' | 'ios' | 'menu';

export interface Surroundings {
  /** The page runs in a window of its own, so it is installed. */
  readonly isStandalone: boolean;
  /** The browser has offered to install, and the offer is unused. */
  readonly hasOffer: boolean;
  /** The browser can offer to install: without an offer the app is installed already, or can't be installed now. */
  readonly canOfferInstall: boolean;
  readonly userAgent: string;
  readonly maxTouchPoints: number;
}

/** An iPad says that it is a Mac, but Macs have no touch screens. */
function isIos({ userAgent, maxTouchPoints }: Surroundings): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** The way for a player who asked for it. It is null where the app is installed. */
export function installWay(environment: Surroundings): InstallWay | null {
  if (environment.isStandalone) return null;
  if (environment.hasOffer) return 'offer';
  return isIos(environment) ? 'ios' : 'menu';
}

/** The way that is shown to a player who did not ask. It is null also where the app may be installed already. */
export function unaskedWay(environment: Surroundings): InstallWay | null {
  const way = installWay(environment);
  return way === 'menu' && environment.canOfferInstall ? null : way;
}
