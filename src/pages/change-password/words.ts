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
  offline: 'You are offline. Passwords are never saved on this device: type yours when you are online, or leave this page open.',
  notSent: 'We could not connect, so nothing was sent and your old password still works. Try again when you are online.',
  unknown:
    'No answer came back. If your password was changed, you are signed out here once you are online: sign in with the new one. If you stay signed in, the old one still works: try again.',
  noCurrent: 'Enter your current password.',
  doneTitle: 'Your new password is set',
  done: 'All other devices were signed out. If your browser saved the old password, update it. If your e-mail is confirmed, we have sent you a mail about it.',
  devices: 'See where you are signed in',
  profile: 'My profile',
});
