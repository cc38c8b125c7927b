import { catalogue } from '../../../core/words/catalogue';

/** The words of the audit trail. */
export const words = catalogue('pages/admin/audit', {
  intro: 'Everything admins changed, newest first. Each line is chained to the one before it by its hash; the command “npm run audit:verify” checks them all.',
  list: 'Lines of the audit trail',
  none: 'Nothing has been changed yet.',
  noneOfGame: 'Nobody has changed this game yet.',
  offline: 'The audit trail is not kept on devices: it comes with a connection.',
  all: 'The whole trail',
  more: 'Show older ones',
  moreAgain: 'Try again',
  loading: 'Loading',
  line: (no: number) => `Line ${no}`,
  hash: (hash: string) => `Hash ${hash}`,
  hashTitle: 'SHA-256 over this line and the one before it',
  nothing: 'none',
  yes: 'yes',
  no: 'no',
  changed: (what: string, before: string, after: string) => `${what}: ${before} → ${after}`,
  set: (what: string, after: string) => `${what}: ${after}`,
  moved: (names: string) => `Now: ${names}`,
  movedMore: (n: number) => ` and ${n} more`,
  /** What was done, by the platform's word for it; others are written out. */
  actions: {
    'game-changed': 'changed the game',
    'games-ordered': 'changed the order of the games',
    'admin-invited': 'invited an admin',
    'invitation-revoked': 'took back an invitation',
    'invitation-accepted': 'became an admin',
    'admin-closed': 'closed their account',
    'withdrawal-approved': 'approved a withdrawal',
    'withdrawal-refused': 'refused a withdrawal',
    'promotion-changed': 'changed the promotion',
    'thread-answered': 'answered a message',
    'thread-closed': 'closed a thread',
  } as Readonly<Record<string, string>>,
  /** Of which the subject is nothing to read out. */
  switchedOn: 'switched on the game',
  switchedOff: 'switched off the game',
  fields: {
    name: 'Name', categories: 'Categories', contribution: 'Counts for wagering', minStake: 'Lowest stake', maxStake: 'Highest stake',
    newFrom: 'New from', enabled: 'On', position: 'Place', email: 'E-mail', expiresAt: 'Until', state: 'State', reason: 'Reason',
    approvals: 'Approvals', needed: 'Needed', terms: 'Terms', username: 'Username', invitedBy: 'Invited by', userId: 'Account', closedAt: 'Closed',
  } as Readonly<Record<string, string>>,
});
