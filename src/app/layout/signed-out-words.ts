import type { SessionEndReason } from '../../core/contract/problem';

/** Why somebody was signed out. Apart from the frame's own words: few ever need them. */
export const signedOutWords = {
  title: 'You were signed out',
  because: {
    'signed-out': 'This session was signed out.',
    expired: 'It has been 30 days since you signed in here. Sign in again to go on.',
    revoked: 'This session was ended from another device.',
    'password-changed': 'The password of your account was changed, which ends every other session.',
    excluded: 'Your account is on a break that you asked for.',
    'account-closed': 'Your account was closed. Money that is left in it is still yours.',
  } satisfies Record<SessionEndReason, string>,
  unknown: 'The platform ended the session. Sign in again to go on.',
  at: (time: string, day: string | null) => (day === null ? `at ${time}` : `on ${day} at ${time}`),
  from: (device: string) => `from ${device}`,
  facts: (facts: readonly string[]) => `It ended ${facts.join(', ')}.`,
  notYou: 'Was that not you? Protect your account',
  more: 'Why this happens',
  help: 'Help and support',
  signIn: 'Sign in again',
  dismiss: 'Dismiss',
} as const;
