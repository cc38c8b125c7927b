import { catalogue } from '../../../core/words/catalogue';
import type { Tab } from './tabs';

/** The words of the desk around its tabs. */
export const words = catalogue('pages/admin/desk', {
  area: 'Admin',
  parts: 'Parts of the admin page',
  tabs: {
    today: 'Today', games: 'Games', approvals: 'Approvals', payments: 'Payments', adjustments: 'Adjustments', players: 'Players', identity: 'Identity', risk: 'Risk',
    promotions: 'Promotions', messages: 'Messages', reports: 'Reports', people: 'People', trail: 'Audit trail',
  } satisfies Record<Tab, string>,
  back: 'Back to the site',
  onePerson: 'Money waits for a second person',
  onePersonText: 'Withdrawals above the automatic amount, and the terms of promotions, need two people, and you are the only one.',
  inviteSecond: 'Invite a second owner',
  noRole: 'You have no role here yet',
  noRoleText: 'An owner can give you one under People. Then open this page again.',
  keys: {
    open: 'Keys',
    title: 'Keys of the desk',
    close: 'Close',
    rows: [
      { keys: '/', text: 'Search: on this tab, or for a player' },
      { keys: 'j k', text: 'To the next row, to the one before' },
      { keys: 'Enter', text: 'Open the row, or go into it' },
      { keys: '← →', text: 'Along the tabs, while the focus is on them' },
      { keys: '?', text: 'This list' },
    ],
  },
  /** The words around every list of an admin. */
  list: {
    updated: 'Up to date',
    old: 'Saved copy',
    reload: 'Reload',
    failed: 'The list could not be loaded.',
    offlineTitle: 'This list needs a connection',
  },
});
