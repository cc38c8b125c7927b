/**
 * Asks on a phone that is set to save data before the app is stored on it, because that costs a download. The answer is
 * remembered and can be changed at any time.
 */
import { readOfflineChoice, writeOfflineChoice } from '../../state/offline-choice';
import type { OfflineChoice } from '../../state/offline-choice';
import { isDataSaved } from './service-worker';
import type { AppOnDevice } from './service-worker';

export type { OfflineChoice };

/** The player's choice; `unasked` means yes, except on a phone that is told to save data. */
export function offlineChoice(): OfflineChoice {
  return readOfflineChoice();
}

/** True where nothing is stored before the player has said yes. */
export function needsAsking(): boolean {
  return offlineChoice() === 'unasked' && isDataSaved();
}

/**
 * Remembers the choice and acts on it: `yes` downloads the app in the background, `no` deletes what was downloaded.
 * The player's own data (figures, money under way) stay on the device. Never rejects.
 */
export async function chooseOffline(choice: 'yes' | 'no', app: AppOnDevice): Promise<void> {
  writeOfflineChoice(choice);
  if (choice === 'yes') app.registerWhenLoaded();
  else await app.drop();
}

/** Remembers a yes and downloads the app now. Returns false where the download failed. Never rejects. */
export function saveForOffline(app: AppOnDevice): Promise<boolean> {
  writeOfflineChoice('yes');
  return app.installNow();
}
