/** What the choice of a bank account says, and the form that adds one. */
import { brand } from '../../core/brand';
import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

export const accountWords = catalogue('pages/withdraw/account-words', {
  accounts: 'Your bank accounts',
  accountsUnknown: 'Your saved accounts are not known on this page yet: they are kept by the platform alone, not on this phone.',
  accountsNone: 'Add the bank account or wallet that you want to be paid to. It must be in your own name.',
  again: 'Try again',
  usedBefore: 'Paid out to before',
  notUsed: 'Not paid out to yet',
  remove: (account: string) => `Remove ${account}`,
  removeTitle: 'Remove this account?',
  removeText: 'Withdrawals under way to it go on. You can add it again at any time.',
  removeYes: 'Remove it',
  removing: 'Removing',
  removed: 'The account was removed.',
  keep: 'Keep it',
  another: 'Use another account',
  backToAccounts: 'Back to my accounts',
  lookUpNotSent: 'We could not reach the platform. Nothing was sent, nothing was saved. Try again when there is a connection.',
  lookUpUnknown: 'No answer came back. Nothing was saved; try again.',

  bank: 'Bank or wallet',
  bankHint: 'Type a part of the name, or its code.',
  bankFound: (count: number) => plural(count, { zero: 'No bank fits. Try a part of its name.', one: '# bank', other: '# banks' }),
  bankMore: (count: number) => `${count} more: type to find them.`,
  bankKinds: {
    commercial: 'Banks', 'payment-service-bank': 'Payment service banks', 'mobile-money': 'Mobile money',
  } as Readonly<Record<string, string>>,
  bankMissing: 'Choose a bank or wallet from the list.',
  number: 'Account number',
  numberHint: 'Ten digits. It is not kept on this phone.',
  numberWrong: 'An account number has ten digits.',
  nubanWarning: (bank: string) => `This does not look like a number of ${bank}. Check it; if it is right, go on: the bank has the last word.`,
  lookUp: 'Look up the name',
  lookingUp: 'Asking the bank',
  lookUpOffline: 'Looking up the name needs a connection. Keep this page open; the number is not stored anywhere.',
  lookUpFailed: 'The name could not be looked up',
  bankSays: 'The bank says this account belongs to',
  isThisYou: 'Is this you?',
  yes: 'Yes, use this account',
  saving: 'Saving',
  no: 'No, change it',
  otherName: 'This account is in another name',
  otherNameText: (name: string) =>
    `We pay only to an account in your own name${name === '' ? '' : `, ${name}`}. Check the number and the bank, or use another account. If your name here is not as your bank has it, write to ${brand.supportEmail}.`,
  unknownAccount: 'The bank does not know this account',
  unknownAccountText: 'Check the ten digits and the bank. Some wallets use your phone number without the first 0.',
  play: 'No real money here: open a bank account',
});
