import { catalogue } from '../../core/words/catalogue';

export const bindingWords = catalogue('bridge/protection/binding-words', {
  break: 'You asked for a break. It has started on this device, and starts on your other devices as soon as it reaches us.',
  limit: (left: string, limit: string) => `You have ${left} left of your limit of ${limit}. It already applies on this device.`,
  unreadLimit: 'You lowered a limit in a newer version of this app. It applies on this device, but this version can’t send it. Update the app and try again.',
});
