import { catalogue } from '../../core/words/catalogue';

/** The words of the banners that offer a new version, and offer to save the app on the device. */
export const words = catalogue('app/layout/offer-words', {
  updateReady: 'A new version is ready.',
  updatePostponed: 'The new version is installed once no round is running and no money is moving, in any tab.',
  updateNow: 'Update',
  updateLater: 'Later',
  updateLate: 'The new version did not start. It starts the next time you open the site.',
  readyOffline: (brand: string) => `${brand} now opens without a connection.`,
  saveTitle: (size: string | null) => (size === null ? 'Save for offline use?' : `Save ${size} for offline use?`),
  saveText: 'This device is set to save data, so we ask first. Once saved, the site opens without a connection.',
  saveYes: 'Yes, save',
  saveNo: 'Not now',
  saving: (size: string | null) => (size === null ? 'Saving for offline use…' : `Saving ${size}…`),
  notSaved: 'Not saved yet. It continues when you are online.',
  notSavedOk: 'OK',
});
