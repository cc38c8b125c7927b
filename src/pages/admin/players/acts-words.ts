import type { AccountLock, Revealed, TEAM_BREAKS } from '../../../core/contract/desk-player-acts';
import type { PlayerAct } from '../../../core/contract/desk-players';
import { catalogue } from '../../../core/words/catalogue';

type What = AccountLock['what'];

/** The words of what the operator's people do about a player. */
export const words = catalogue('pages/admin/players/acts-words', {
  title: 'What you can do',
  buttons: {
    'sign-out': 'Sign out everywhere', limit: 'Lower a limit', break: 'Begin a break', mail: 'Send the confirmation mail again',
  } satisfies Record<Exclude<PlayerAct, 'lock' | 'unlock'>, string>,
  lock: { play: 'Lock play', 'sign-in': 'Lock sign-in' } satisfies Record<What, string>,
  unlock: { play: 'Unlock play', 'sign-in': 'Unlock sign-in' } satisfies Record<What, string>,
  locked: { play: 'Play, deposits and bonuses are locked', 'sign-in': 'Signing in is locked' } satisfies Record<What, string>,
  carried: 'From another account of the same person.',
  lockedBy: (by: string, when: string) => `${by}, ${when}`,
  effects: {
    'lock play': 'The player can’t stake, deposit or take a bonus from now on. An open round still ends, and payouts stay open. We mail the player that play is locked, without your reason.',
    'lock sign-in': 'Every session ends now, and the player can’t sign in, so nothing is played, paid in or paid out from this account. We mail the player to write to us, without your reason.',
    'unlock play': 'The player can play and deposit again. We mail that to the player.',
    'unlock sign-in': 'The player can sign in again. We mail that to the player.',
    'sign-out': 'Every session of the player ends now. We mail the player your reason.',
    limit: 'The lower limit holds from now on. Only the player can ask for a higher one, which takes 24 hours. We mail the player your reason.',
    break: 'The player can’t play or deposit until it ends, and nobody can make it shorter. Payouts stay open. We mail the player your reason.',
    mail: 'The player gets the link that confirms the e-mail once more.',
  },
  reason: 'Reason',
  reasonKept: 'For the audit trail: at least ten characters.',
  reasonTold: 'The player reads it, and it is in the audit trail: at least ten characters.',
  kind: 'Limit on',
  kinds: { deposit: 'Deposits', loss: 'Losses', stake: 'Stakes' },
  period: 'In',
  periods: { day: 'a day', week: 'a week', month: 'a month' },
  amount: 'At most, in naira',
  amountWrong: 'Enter an amount in naira.',
  length: 'How long',
  lengths: { '24-hours': '24 hours', '7-days': '7 days', '30-days': '30 days' } satisfies Record<(typeof TEAM_BREAKS)[number], string>,
  close: 'Close without doing it',
  cancel: 'Cancel',
  busy: 'Sending',
  done: 'Done. It is in the audit trail.',
  offline: 'This needs a connection.',
  notSent: 'We could not reach the platform. Nothing was done.',
  unknown: 'No answer came back. Look at the page again before you repeat it.',
  show: 'Show',
  showOf: {
    name: 'Show the name', phone: 'Show the phone number', email: 'Show the e-mail', birthday: 'Show the date of birth', address: 'Show the address',
  } satisfies Record<Revealed, string>,
  showText: 'It is shown for a minute. That you saw it, and why, is in the audit trail.',
  shown: { name: 'Name', phone: 'Phone', email: 'E-mail', birthday: 'Born', address: 'Address' } satisfies Record<Revealed, string>,
  none: 'none',
  hides: 'Hidden again after a minute',
});
