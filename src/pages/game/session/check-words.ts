import { catalogue } from '../../../core/words/catalogue';

const MINUTE_MS = 60_000;

/** Words of the reality check. */
export const checkWords = catalogue('pages/game/session/check-words', {
  title: 'Time check',
  time: (ms: number) => {
    // Whole minutes only, because running seconds disturb a player who has to think.
    const minutes = Math.floor(ms / MINUTE_MS);
    const duration = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
    return `You have been playing for ${duration}.`;
  },
  staked: 'Staked',
  won: 'Won',
  net: 'Result',
  leave: 'Stop playing',
  goOn: 'I have seen it, continue',
  again: 'Try again',
  sending: 'Sending',
  history: 'My rounds',
  limits: 'Limits and breaks',
  failed: 'We could not save that you have seen this, so play stays paused.',
});
