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
  pastLimit: 'It is past your deposit limit.',
  notNow: 'Your account could not pay in then.',
  forOther: 'You have another account with us, and this one takes no deposits.',
  /** The choices before anybody tried to send it back. */
  choices: {
    limit: 'Have it sent back at any time, or put it on your balance once the limit has room.',
    later: 'Have it sent back at any time, or put it on your balance once it can.',
    'cool-off': 'Have it sent back at any time, or put it on your balance after your break. If it can’t be sent back, you can put it there now, to withdraw it.',
    excluded: 'Have it sent back at any time. If it can’t be sent back, you can put it on your balance to withdraw it.',
    second: 'Have it sent back at any time. If it can’t be sent back, you can put it on your balance to withdraw it.',
  },
  notTaken: 'It could not be sent back; the reason is below.',
  /** The choices after sending it back failed. */
  choicesThen: {
    limit: 'You can try again, or put it on your balance once your limit has room for it.',
    later: 'You can try again, or put it on your balance once your account can pay in.',
    'cool-off': 'You can put it on your balance now, as far as your deposit limit has room, to withdraw it. It can’t be played with during your break.',
    second: 'You can try again, or put it on your balance to withdraw it. It can’t be played with here.',
    excluded: 'You can put it on your balance to withdraw it; your deposit limit is not in the way. Play stays closed.',
  },
  helpless: `If neither works, write to ${brand.supportEmail}.`,
  toWithdraw: 'It goes on your balance so that you can withdraw it; it can’t be played with now. It counts as a deposit of today.',
  sendBack: 'Send it back',
  credit: 'Put it on my balance',
  question: {
    'send-back': {
      title: (amount) => `Send ${amount} back?`,
      text: 'It goes back to the account or card that it was paid from. Banks take up to ten working days for that.',
      yes: 'Yes, send it back',
    },
    credit: {
      title: (amount) => `Put ${amount} on your balance?`,
      text: 'It counts as a deposit of today, also towards your limits. Where they have no room for it, nothing happens and it stays here.',
      yes: 'Yes, put it on my balance',
    },
  } satisfies Record<DepositChoice, Question>,
  no: 'Not now',
  close: 'Close without sending',
  sending: 'Sending',
  checking: 'We are checking your choice. You don’t have to do anything; it counts once.',
  failed: { 'send-back': 'It was not sent back', credit: 'It was not put on your balance' } satisfies Record<DepositChoice, string>,
  notSent: 'There is no connection, so nothing was sent. Try again when you are online.',
  changed: 'This has changed in the meantime. Check its status now.',
  offline: 'Your choice needs a connection. The money is safe until then.',
});
