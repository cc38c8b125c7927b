import { brand, operator } from '../../core/brand';
import { catalogue } from '../../core/words/catalogue';

/** The version of the words about purpose and consent below; a new wording is a new version. */
export const WORDING_VERSION = '1.1';

export const words = catalogue('pages/nin', {
  title: 'National identity number',
  intro: 'We check who you are once, before your first withdrawal at the latest. By law we may only pay the right person.',
  loading: 'Checking whether you are verified',

  whyTitle: 'What it is for',
  why: [
    `To see that the account is yours, and that you are ${operator.minimumAge} or older.`,
    'To stop others from taking your money, or opening a second account in your name.',
    'To give each person free spins and an entry in the weekly giveaway once.',
    'For nothing else: no offers, no sharing, no credit check.',
  ],
  keptTitle: 'What we keep',
  keptData: 'That you were verified, when, the last four digits, and a scrambled code that tells us whether the same number comes again.',
  notKept: 'Not the number itself: it goes to the identity service over a protected connection and is then forgotten, here and on this device. Of a virtual NIN we keep no digit.',
  privacy: 'More under privacy',

  kind: 'Which number',
  kinds: { nin: 'NIN', 'virtual-nin': 'Virtual NIN' },
  label: { nin: 'Your NIN', 'virtual-nin': 'Your virtual NIN' },
  hint: {
    nin: 'The 11 digits on your NIN slip or card. Dial *346# on the line you registered with if you don’t know it.',
    'virtual-nin': '16 characters: two letters, twelve digits, two letters.',
  },
  virtualTitle: 'What is a virtual NIN?',
  virtual: [
    'It stands in for your NIN, so that nobody you give it to sees the real one.',
    'Make one in the app of the National Identity Management Commission (NIMC): open it, enter your PIN and choose to get a virtual NIN.',
    'It is valid for 72 hours and can be used once, so make it just before you enter it here.',
  ],
  numberErrors: {
    nin: 'A NIN has 11 digits.',
    'virtual-nin': 'A virtual NIN has 16 characters: two letters, twelve digits, two letters.',
  },
  consent: 'I agree that my number is checked with the identity service for the purposes above.',
  consentHint: 'Without it we can’t pay out. You can play without, unless we asked for the check.',
  consentMissing: 'Agree to the check first.',
  submit: 'Verify my identity',
  busy: 'Checking with the identity service',
  offline: 'You are offline. Keep this page open; the number is not stored anywhere.',
  notSent: 'We could not connect. Nothing was sent. Try again when you are online.',
  unknown: 'No answer came back. It is safe to try again.',
  failed: 'We could not check your identity',
  unknownTitle: 'No answer yet',
  nameTitle: 'Name or date of birth does not match',
  nameText: (name: string) =>
    `The name or the date of birth on this number is different from your account${name === '' ? '' : ` (${name})`}. Check the digits. If your name here differs from your NIN, change it first. If your date of birth is wrong, write to ${brand.supportEmail}.`,
  editName: 'Change my name',
  inUseTitle: 'You have another account with us',
  inUseText: `This NIN belongs to it, and each person plays with one account. You can withdraw what is in this one. No other account? Write to ${brand.supportEmail}.`,
  awayTitle: 'We can’t reach the identity service',
  awayText: 'Nothing was checked or kept, and your money is safe. Try again in a few minutes.',
  signInAgain: 'Sign in again',
  passwordWhy: 'You have not used the app for half an hour. Enter your password before we check your identity.',

  doneTitle: 'Your identity is verified',
  done: 'Your identity is verified. Nothing more to do.',
  masked: (lastFour: string) => `•••••••${lastFour}`,
  maskedLabel: (lastFour: string) => `NIN ending in ${lastFour.split('').join(' ')}`,
  byVirtual: 'With a virtual NIN, which we don’t keep.',
  on: (day: string) => `Verified on ${day}`,
  doneKept: 'Your name is as on your NIN and can’t be changed now.',
  toWithdraw: 'Withdraw',
  back: 'Continue',
  toProfile: 'My profile',
  notKnown: 'We don’t know yet whether you are verified.',
  again: 'Try again',
});
