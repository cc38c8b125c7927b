/** Changes the app store's fields about the home screen, in a file of its own, because the first paint needs none of them. */
import { appStore } from './app';
import type { InstallOffer } from './app';

/** Stores the browser's offer, which can be used once; null: it was used, or the app is installed. */
export function offerInstall(installOffer: InstallOffer | null): void {
  appStore.setState({ installOffer });
}

/** Notes that the player asked for the guide; it is shown even if they closed it before. */
export function requestGuide(isGuideRequested: boolean): void {
  appStore.setState({ isGuideRequested });
}
