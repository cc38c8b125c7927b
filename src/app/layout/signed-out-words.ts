import type { SessionEndReason } from '../../core/contract/problem';
import { catalogue } from '../../core/words/catalogue';

/** Says why somebody was signed out. These words are in a file of their own, because few players ever need them. */
export const words = catalogue('app/layout/signed-out-words', {
  title: 'You were signed out',
  closedTitle: 'Your account is closed',
  because: {
    'signed-out': 'This session was signed out.',
    expired: 'It has been 30 days since you signed in here. Sign in again to continue.',
    revoked: 'This session was ended from another device.',
    'password-changed': 'A new password was set, and that signs every device out. Sign in with the new one.',
    excluded: 'You excluded yourself, and that signs your other devices out. To withdraw, sign in again.',
    'account-closed': 'It was closed, and that signs every device out. If its e-mail was confirmed, we sent a mail about it. Money that was left in it is still yours.',
    'desk-idle': 'Admins are signed out after 30 minutes without an action.',
    'desk-day': 'Admins are signed out 12 hours after they signed in.',
    'second-factor': 'Your second factor was changed, and that signs your other devices out.',
  } satisfies Record<SessionEndReason, string>,
  unknown: 'The platform ended the session. Sign in again to continue.',
  at: (time: string, day: string | null) => (day === null ? `at ${time}` : `on ${day} at ${time}`),
  from: (device: string) => `from ${device}`,
  facts: (facts: readonly string[]) => `It ended ${facts.join(', ')}.`,
  notYou: 'Was that not you? Protect your account',
  more: 'Why this happens',
  help: 'Help and support',
  signIn: 'Sign in again',
  dismiss: 'Dismiss',
});
