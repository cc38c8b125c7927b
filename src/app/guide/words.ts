import { brand } from '../../core/brand';
import { catalogue } from '../../core/words/catalogue';

/**
 * The most that the whole app weighs with its service worker, in thousands of bytes; the build fails above it (a test compares
 * them).
 */
export const WHOLE_APP_KB = 480;

export const words = catalogue('app/guide', {
  title: `Put ${brand.shortName} on your home screen`,
  gives: `Opens without a connection, updates itself, needs no shop. Less than ${WHOLE_APP_KB} KB.`,
  add: `Add ${brand.shortName} to your home screen`,
  asking: 'Your browser asks you',
  close: 'Not now',
  closeLong: 'Not now. It comes back in ten days.',
  appeared: `You can put ${brand.shortName} on your home screen: at the end of the page it says how.`,
  added: `${brand.shortName} is on your home screen.`,
  notAdded: `The browser could not add it just now. Its own menu may have it, too.`,
  steps: 'How to do it',
  ios: ['Tap the share button; if you don’t see it, tap ••• first', 'Choose “Add to Home Screen”', 'Tap “Add”, and sign in once there'],
  menu: ['Open the menu of your browser', 'Choose “Install app” or “Add to Home screen”'],
});
