import { catalogue } from '../../core/words/catalogue';

/** The words of the page before its desk is there, and for those whose page it is not. */
export const words = catalogue('pages/admin', {
  area: 'Admin',
  toLobby: 'To the lobby',
  again: 'Try again',
  notYours: 'For the staff of this site',
  notYoursText: `You are signed in as a player, and this page is for the operator’s staff. If you were invited, open the link in that mail: it opens an admin’s account for you.`,
  waiting: 'Checking what your account may do',
  unknown: 'We don’t know yet whether this page is for you',
  unknownText: 'This device does not know what your account may do. Open the page again when you are online.',
});
