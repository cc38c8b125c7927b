import { brand } from '../../../core/brand';
import { catalogue } from '../../../core/words/catalogue';

export const words = catalogue('pages/edit-profile/email', {
  title: 'E-mail address',
  none: 'not known yet',
  confirmed: 'Confirmed',
  open: 'Not confirmed yet',
  askSupport: `To change it, write to ${brand.supportEmail} from this address.`,
  change: 'Change my e-mail',
  close: 'Keep my e-mail',
  intro: 'We send a link to the new address. Nothing changes before you open it. We also write to the old address.',
  email: 'New e-mail',
  passwordHint: 'To confirm that it is you.',
  submit: 'Send the link',
  busy: 'Sending',
  noEmail: 'Enter an e-mail address like ada@example.com.',
  same: 'This is your address already.',
  failed: 'Nothing was changed',
  offline: 'Changing the address needs a connection. The address you type stays here until then; a password is never kept.',
  notSent: 'We could not connect, so nothing was sent. The address you typed stays here; try again when you are online.',
  unknown: 'No answer came back. The mail may be on its way: look there before you try again. Until its link is opened nothing changes.',
  sentTitle: 'Open the link in the mail',
  sent: (to: string) =>
    `We sent it to ${to}. It works on any device. Until you open it, your old address stays in use. Look in spam and promotions too.`,
});
