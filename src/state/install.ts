/** Changes the app store's fields about the home screen, in a file of its own, because the first paint needs none of them. */
import { appStore } from './app';
import type { InstallOffer } from './app';

/** Stores the browser's offer, which can be used once; null: it was used, or the app is installed. */
export function setInstallOffer(installOffer: InstallOffer | null): void {
  appStore.setState({ installOffer });
}

/** True: the player asked for the guide, which is shown then even if they closed it before. False: it is closed. */
export function setGuideRequested(isGuideRequested: boolean): void {
  appStore.setState({ isGuideRequested });
}
