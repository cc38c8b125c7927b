import { catalogue } from '../../core/words/catalogue';

export const bindingWords = catalogue('bridge/protection/binding-words', {
  break: 'You asked for a break. It holds on this device already, and on all others as soon as it reaches us.',
  limit: (left: string, limit: string) => `Your limit of ${limit} leaves ${left}. It holds here already, although it has not reached us yet.`,
  unreadLimit: 'You lowered a limit in a newer version of this app. It holds here, but this version can’t send it. Update the app, and try again.',
});
