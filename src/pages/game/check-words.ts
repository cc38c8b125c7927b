/** Words of the reality check. */
export const checkWords = {
  title: 'A look at the time',
  time: (time: string) => `You have been playing for ${time}.`,
  staked: 'Staked',
  won: 'Won',
  net: 'Result',
  leave: 'Stop playing',
  goOn: 'I have seen it, go on',
  again: 'Try again',
  sending: 'Sending',
  history: 'My rounds',
  limits: 'Limits and breaks',
  failed: 'We could not note that you have looked, so play waits.',
} as const;
