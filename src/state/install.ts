/** Changes the app store's fields about the home screen, in a file of its own, because the first paint needs none of them. */
import { appStore } from './app';
import type { InstallOffer } from './app';

/** The browser's offer, which holds for one question; null: it is used, or the app is there. */
export function offerInstall(installOffer: InstallOffer | null): void {
  appStore.setState({ installOffer });
}

/** The player asked for the guide, however often they closed it before. */
export function askForGuide(guideAsked: boolean): void {
  appStore.setState({ guideAsked });
}
