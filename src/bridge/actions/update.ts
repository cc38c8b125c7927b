/** The app on this device and its next version. Nothing here rejects. */
import { guestBridge } from '../guest';
import * as consent from '../update/offline-consent';

export type { OfflineChoice } from '../update/offline-consent';
export { needsAsking, offlineChoice } from '../update/offline-consent';
export { canKeepApp, isDataSaved } from '../update/service-worker';
export { isSwitchedOff } from '../platform/host';

export const { busy: { begin: beBusy }, update: { apply: applyUpdate, renewPage }, firstInstall: { whenStored }, host: { askVersion } } = guestBridge;

/** Remembers the choice and acts on it; see `update/offline-consent.ts`. */
export const chooseOffline = (choice: 'yes' | 'no'): Promise<void> => consent.chooseOffline(choice, guestBridge.app);

/** Remembers a yes and downloads the app now. Returns false where the download failed. */
export const saveForOffline = (): Promise<boolean> => consent.saveForOffline(guestBridge.app);
