import { brand } from '../../core/brand';
import { catalogue } from '../../core/words/catalogue';

/**
 * The largest size of the whole app with its service worker, in thousands of bytes. The build fails above it; a test compares this figure
 * with the build's budget.
 */
export const WHOLE_APP_KB = 480;

export const words = catalogue('app/guide', {
  title: `Put ${brand.shortName} on your home screen`,
  gives: `Works offline, updates itself, needs no app store. Less than ${WHOLE_APP_KB} KB.`,
  add: `Add ${brand.shortName} to your home screen`,
  asking: 'Your browser will ask you',
  close: 'Not now',
  closeLong: 'Not now. We ask again in ten days.',
  appeared: `You can put ${brand.shortName} on your home screen. The steps are at the end of the page.`,
  added: `${brand.shortName} is on your home screen.`,
  notAdded: `We could not add it just now. Try your browser’s menu.`,
  steps: 'How to do it',
  ios: ['Tap the share button; if you don’t see it, tap ••• first', 'Choose “Add to Home Screen”', 'Tap “Add”, and sign in once there'],
  menu: ['Open the menu of your browser', 'Choose “Install app” or “Add to Home screen”'],
});
