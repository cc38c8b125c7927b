import { brand } from '../../core/brand';
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
  notYours: 'For the people who run this site',
  notYoursText: `Nothing of ${brand.name}’s players is here. Your account is a player’s, and this page is for the operator’s people. If you were invited, open the link in that mail: it makes an account of its own.`,
  waiting: 'Checking what your account may do',
  unknown: 'We can’t tell yet whether this page is for you',
  unknownText: 'What your account may do is not known on this device, and nothing of this page is kept here. It opens with a connection.',
  /** The words around every list of an admin. */
  list: {
    updated: 'Up to date',
    old: 'Last known',
    reload: 'Reload',
    failed: 'The list could not be loaded.',
    offlineTitle: 'This list needs a connection',
  },
});
