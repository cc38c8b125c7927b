/** The words about limits and breaks that several pages share. */
import { catalogue } from '../../../core/words/catalogue';
import { PERIOD_NOW } from './names';
import type { RemainingLimit } from '../../../core/protection-view';

export const words = catalogue('pages/shared/protection', {
  left: ({ kind, period, isCeiling }: RemainingLimit, left: string, limit: string) => {
    const of = kind === 'loss' ? `${limit} loss limit` : limit;
    return isCeiling ? `${left} left of the ${of} allowed for ${PERIOD_NOW[period]}` : `${left} left of your ${of} for ${PERIOD_NOW[period]}`;
  },
  over: ({ kind, period, isCeiling }: RemainingLimit, left: string, limit: string) => {
    const of = `${limit} ${kind === 'loss' ? 'loss limit ' : ''}for ${PERIOD_NOW[period]}`;
    return `That is over ${isCeiling ? 'the' : 'your'} ${of}: ${left} left.`;
  },
  breakTitle: { 'cool-off': 'You are taking a break', excluded: 'You have excluded yourself' },
  breakElsewhere: 'You asked for it on another account of yours. It applies to this one too.',
  breakUntil: (until: string) => `Until ${until}.`,
  breakText: 'No play and no deposits while it lasts. You can withdraw at any time.',
  excludedText: 'No play and no deposits. You can withdraw at any time.',
  noEnd: 'It has no end.',
  breakWaits: 'It applies on this device, and everywhere as soon as it reaches us.',
  withdraw: 'Withdraw',
  more: 'What still works',

  noLimit: 'No limit',
  offerTitle: 'Set your limits',
  offerText: 'Decide before you play. Empty means no limit.',
  fields: {
    deposit: ['I deposit at most', 'a day'],
    loss: ['I lose at most', 'a day'],
    stake: ['I stake at most', 'a day'],
  },
  hint: { deposit: '', loss: 'Stakes less wins', stake: 'All stakes, won back or not' },
  save: 'Set limits',
  saving: 'Saving',
  notNow: 'Not now',
  close: 'Close',
  noneGiven: 'Enter at least one amount, or choose “Not now”.',
  unsaved: 'Your deposit was not sent. Set this limit first, or choose “Not now”.',
  odd: 'Enter an amount in naira, like 5,000.',
  notKnown: 'No answer came back, so we don’t know yet whether it was set. Try again, or check your limits later.',
  notSaved: 'We could not connect. Nothing was set. Try again, or do it later.',
  appliesHere: 'Your limits apply on this device, and everywhere as soon as they reach us.',
  set: 'Your limits are set.',
  offline: 'You are offline. A limit applies on this device now, and everywhere when you are back online.',
  raiseRule: 'Lower limits apply at once. For a higher one we ask you again after 24 hours.',
});
