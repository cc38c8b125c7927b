import { brand, operator } from '../../core/brand';
import { catalogue } from '../../core/words/catalogue';

/** The version of the words about purpose and consent below; a new wording is a new version. */
export const WORDING_VERSION = '1.1';

export const words = catalogue('pages/nin', {
  title: 'National identity number',
  intro: 'Once, and at the latest before your first withdrawal, we check who you are. The law asks us to pay only the right person.',
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
  notKept: 'Not the number itself: it goes to the identity service over a protected connection and is then forgotten, here and on this phone. Of a virtual NIN we keep no digit.',
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
  offline: 'The check needs a connection. Keep this page open; the number is not stored anywhere.',
  notSent: 'We could not connect. Nothing was sent. Try again when there is a connection.',
  unknown: 'No answer came back. Try again: the same number twice does no harm.',
  failed: 'Your identity could not be checked',
  unknownTitle: 'No answer yet',
  nameTitle: 'Name or date of birth does not match',
  nameText: (name: string) =>
    `The name or the date of birth on this number is different from your account${name === '' ? '' : ` (${name})`}. Check the digits. If your name here is not as on your NIN, change it first and come back; for a wrong date of birth write to ${brand.supportEmail}.`,
  editName: 'Change my name',
  inUseTitle: 'You have another account with us',
  inUseText: `This number belongs to it, and each person has one account to play with. What is in this one can be withdrawn. If you have no other account, write to ${brand.supportEmail}.`,
  awayTitle: 'The identity service does not answer',
  awayText: 'Nothing was checked and nothing was kept. Try again in a few minutes; your money is safe meanwhile.',
  signInAgain: 'Sign in again',
  passwordWhy: 'You have not done anything here for half an hour. Confirm your password before your identity is checked.',

  doneTitle: 'Your identity is verified',
  done: 'Your identity is verified. Nothing more to do.',
  masked: (lastFour: string) => `•••••••${lastFour}`,
  maskedLabel: (lastFour: string) => `NIN ending in ${lastFour.split('').join(' ')}`,
  byVirtual: 'With a virtual NIN, of which nothing is kept.',
  on: (day: string) => `Verified on ${day}`,
  doneKept: 'Your names are fixed now: they are as on your NIN.',
  toWithdraw: 'Withdraw',
  back: 'Continue',
  toProfile: 'My profile',
  notKnown: 'We could not check yet whether you are verified.',
  again: 'Try again',
});
