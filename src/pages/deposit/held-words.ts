import type { DepositChoice } from '../../core/contract/cashier';
import { brand } from '../../core/brand';
import { catalogue } from '../../core/words/catalogue';

interface Question {
  readonly title: (amount: string) => string;
  readonly text: string;
  readonly yes: string;
}

/** The words about a deposit that arrived too late to be credited, or for a second account, and waits for the player's choice. */
export const heldWords = catalogue('pages/deposit/held-words', {
  pastLimit: 'It is over your deposit limit.',
  notNow: 'You could not deposit then.',
  forOther: 'You have another account with us, and this one takes no deposits.',
  /** The choices before anybody tried to send it back. */
  choices: {
    limit: 'You can send it back at any time, or put it on your balance once the limit has room.',
    later: 'You can send it back at any time, or put it on your balance once you can deposit.',
    'cool-off': 'You can send it back at any time, or put it on your balance after your break. If it can’t be sent back, you can put it there now, to withdraw it.',
    excluded: 'You can send it back at any time. If it can’t be sent back, you can put it on your balance to withdraw it.',
    second: 'You can send it back at any time. If it can’t be sent back, you can put it on your balance to withdraw it.',
  },
  notTaken: 'It could not be sent back; the reason is below.',
  /** The choices after sending it back failed. */
  choicesThen: {
    limit: 'You can try again, or put it on your balance once your limit has room for it.',
    later: 'You can try again, or put it on your balance once you can deposit.',
    'cool-off': 'You can put it on your balance now, as far as your deposit limit has room, to withdraw it. You can’t play with it during your break.',
    second: 'You can try again, or put it on your balance to withdraw it. You can’t play with it here.',
    excluded: 'You can put it on your balance to withdraw it; your deposit limit is not in the way. You still can’t play.',
  },
  helpless: `If neither works, write to ${brand.supportEmail}.`,
  toWithdraw: 'It goes on your balance so that you can withdraw it; you can’t play with it now. It counts as a deposit today.',
  sendBack: 'Send it back',
  credit: 'Put it on my balance',
  question: {
    'send-back': {
      title: (amount) => `Send ${amount} back?`,
      text: 'It goes back to the account or card it came from. Banks take up to ten working days.',
      yes: 'Yes, send it back',
    },
    credit: {
      title: (amount) => `Put ${amount} on your balance?`,
      text: 'It counts as a deposit today and towards your limits. If they have no room for it, it stays here.',
      yes: 'Yes, put it on my balance',
    },
  } satisfies Record<DepositChoice, Question>,
  no: 'Not now',
  close: 'Cancel',
  sending: 'Sending',
  checking: 'We are checking your choice. You don’t have to do anything; it counts once.',
  failed: { 'send-back': 'It was not sent back', credit: 'It was not put on your balance' } satisfies Record<DepositChoice, string>,
  notSent: 'We could not connect, so nothing was sent. Try again when you are online.',
  changed: 'This has changed. Check its status now.',
  offline: 'You can choose when you are online. The money is safe until then.',
});
