import { brand } from '../../../src/core/brand';
import { dateTime } from '../../../src/core/time';
import type { Mail } from '../../gateways/mail/port';

/** Tells the player that the account is closed, and what to do where somebody else closed it. Pure. */
export function closingMail({ to, firstname, at }: { readonly to: string; readonly firstname: string; readonly at: Date }): Mail {
  return {
    to,
    subject: `Your ${brand.name} account is closed`,
    text: [
      `Hello ${firstname},`,
      '',
      `your account was closed on ${dateTime(at.getTime())} (Lagos time), as you asked. You are signed out everywhere, and we send you no more offers.`,
      '',
      'We keep the records that the law asks us to keep. Your username and this e-mail address can’t open another account.',
      '',
      `You did not ask for this? Write to ${brand.supportEmail} at once.`,
    ].join('\n'),
  };
}
