import { catalogue } from '../../core/words/catalogue';

export const words = catalogue('pages/change-password', {
  title: 'Change my password',
  back: 'My profile',
  intro: 'This signs out every other device. You stay signed in here.',
  current: 'Current password',
  password: 'New password',
  submit: 'Save new password',
  busy: 'Saving',
  forgot: 'Forgot password?',
  failed: 'Your password was not changed',
  offline: 'Changing the password needs a connection. A password is never kept on this device: type it when you are online, or leave this page open.',
  notSent: 'We could not connect, so nothing was sent and your old password still works. Try again when you are online.',
  unknown:
    'No answer came back. If your new password is set, you are signed out here as soon as there is a connection: sign in with it. If you stay signed in, the old one still works; try again then.',
  noCurrent: 'Enter your current password.',
  doneTitle: 'Your new password is set',
  done: 'All other devices were signed out. Use the new password from now on, also where a browser filled in the old one. If your e-mail is confirmed, there is a mail about it.',
  devices: 'See where you are signed in',
  profile: 'Go to my profile',
});
