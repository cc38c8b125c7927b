/** Changes of what the app store knows about the home screen; apart from it, because the first paint needs none. */
import { appStore } from './app';
import type { InstallOffer } from './app';

/** The browser's offer, which holds for one question; null: it is used, or the app is there. */
export function offerInstall(installOffer: InstallOffer | null): void {
  appStore.setState({ installOffer });
}

/** By the player, wherever and however often they closed the guide before. */
export function askForGuide(guideAsked: boolean): void {
  appStore.setState({ guideAsked });
}
