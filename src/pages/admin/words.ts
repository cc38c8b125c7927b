import { catalogue } from '../../core/words/catalogue';
import type { Tab } from './tabs';

/** The words of the frame around the tabs. */
export const words = catalogue('pages/admin', {
  area: 'Admin',
  parts: 'Parts of the admin page',
  tabs: {
    games: 'Games', approvals: 'Approvals', players: 'Players', promotions: 'Promotions', messages: 'Messages', people: 'People',
    trail: 'Audit trail',
  } satisfies Record<Tab, string>,
  back: 'Back to the site',
  toLobby: 'To the lobby',
  again: 'Try again',
  notYours: 'For the staff of this site',
  notYoursText: `You are signed in as a player, and this page is for the operator’s staff. If you were invited, open the link in that mail: it opens an admin’s account for you.`,
  waiting: 'Checking what your account may do',
  unknown: 'We don’t know yet whether this page is for you',
  unknownText: 'This device does not know what your account may do. Open the page again when you are online.',
  /** The words around every list of an admin. */
  list: {
    updated: 'Up to date',
    old: 'Saved copy',
    reload: 'Reload',
    failed: 'The list could not be loaded.',
    offlineTitle: 'This list needs a connection',
  },
});
