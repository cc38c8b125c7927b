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
  intro: 'We send a link to the new address. Nothing changes until you open it. We also tell the old address.',
  email: 'New e-mail',
  passwordHint: 'To be sure it is you.',
  submit: 'Send the link',
  busy: 'Sending',
  noEmail: 'Enter an e-mail address like ada@example.com.',
  same: 'This is your address already.',
  failed: 'Nothing was changed',
  offline: 'You are offline. The address you type stays here until you are online; a password is never saved.',
  notSent: 'We could not connect, so nothing was sent. The address you typed stays here; try again when you are online.',
  unknown: 'No answer came back. Check your mail before you try again. Nothing changes until you open the link.',
  sentTitle: 'Open the link in the mail',
  sent: (to: string) =>
    `We sent it to ${to}. Open it on any device. Until then, your old address stays in use. Check spam and promotions too.`,
});
