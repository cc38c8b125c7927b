import type { NotServedReason } from '../../core/contract/place';
import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/location-restriction', {
  seen: 'Where you seem to be',
  notHere: 'Not available here',
  unseen: 'We can’t tell from your network.',
  asOf: 'Saved copy,',
  served: 'You can play for money where you are now.',
  notKnown: 'We don’t know yet where you are. Check again when you are online.',
  because: {
    'country-unknown': () => 'We serve some countries only, and can’t tell which one you are in.',
    country: (place) => `We are not licensed to serve ${place}.`,
    state: (place) => `We don’t serve ${place} at the moment.`,
    home: () => 'We don’t serve the state in your address, even while you travel.',
    age: (_, years) => `In the state you are in, or live in, players must be ${years} or older.`,
  } satisfies Record<NotServedReason, (place: string, years: number) => string>,
  open: 'What works everywhere',
  back: 'Continue',
  links: {
    withdraw: ['Withdraw', 'Your money, from anywhere'],
    transactions: ['Transactions', 'Your money and your rounds'],
    exclusion: ['Limits and breaks', 'And self-exclusion'],
    practice: ['Practice', 'Every game, same rules and odds'],
    help: ['Help', 'Works offline'],
  },
});
