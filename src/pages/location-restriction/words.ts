import type { NotServedReason } from '../../core/contract/place';
import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/location-restriction', {
  seen: 'Where you seem to be',
  unseen: 'We don’t know: your network doesn’t say.',
  asOf: 'Last known',
  served: 'You can play for money from where you are now. Continue where you were.',
  notKnown: 'We don’t know yet where you are. Check again when you are online.',
  because: {
    'country-unknown': () => 'We serve some countries only, and nothing tells us which one you are in.',
    country: (place) => `We are not licensed to serve ${place}.`,
    state: (place) => `We don’t serve ${place} at the moment.`,
    home: () => 'We don’t serve the state in your address. That holds while you travel, too.',
    age: (_, years) => `In the state you are in, or live in, players must be ${years} or older.`,
  } satisfies Record<NotServedReason, (place: string, years: number) => string>,
  open: 'What you can still use',
  back: 'Back to where you were',
  links: {
    withdraw: ['Withdraw', 'Your money, from anywhere'],
    transactions: ['Transactions', 'Every movement, and your rounds'],
    exclusion: ['Limits and breaks', 'Also excluding yourself'],
    practice: ['Practice', 'Every game, same rules and odds'],
    help: ['Help', 'Opens without a connection'],
  },
});
