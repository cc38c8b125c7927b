import { catalogue } from '../../../core/words/catalogue';

/** The words around a provider's frame. */
export const words = catalogue('pages/shared/framed', {
  title: (game: string, provider: string) => `${game} by ${provider}`,
  loading: (percent: number) => (percent === 0 ? 'The game is loading' : `The game is loading, ${percent}%`),
  slowTitle: 'This is taking long',
  slow: 'The game has not said that it is ready. Keep waiting, or start it again.',
  again: 'Start it again',
  wait: 'Keep waiting',
  blockedTitle: 'This browser blocked the game',
  blocked: 'An extension or a setting may block it. Nothing was staked.',
  watchAbout: (provider: string, size: string) =>
    `${provider} shows this round again, from its own site${size === '' ? '' : `; loading it takes about ${size}`}. Nothing can be staked there.`,
  watch: (provider: string) => `Watch at ${provider}`,
  asking: 'Opening the round',
  offline: 'This needs a connection. The figures below are kept here.',
  failedTitle: 'The round could not be shown',
  failed: 'Its provider may not have it any more. Try it again, or come back later; your figures are safe.',
});
