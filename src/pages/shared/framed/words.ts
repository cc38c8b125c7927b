import { catalogue } from '../../../core/words/catalogue';

/** The words around a provider's frame. */
export const words = catalogue('pages/shared/framed', {
  title: (game: string, provider: string) => `${game} by ${provider}`,
  loading: (percent: number) => (percent === 0 ? 'The game is loading' : `The game is loading, ${percent}%`),
  slowTitle: 'This is taking long',
  slow: 'The game is not ready yet. Keep waiting, or start it again.',
  again: 'Start it again',
  wait: 'Keep waiting',
  blockedTitle: 'This browser blocked the game',
  blocked: 'It may be an extension or a setting. Nothing was staked.',
  watchAbout: (provider: string, size: string) =>
    `${provider} shows this round again, from its own site${size === '' ? '' : `; loading it takes about ${size}`}. Nothing can be staked there.`,
  watch: (provider: string) => `Watch at ${provider}`,
  asking: 'Opening the round',
  offline: 'You need to be online for this. The figures below are saved here.',
  failedTitle: 'We could not show the round',
  failed: 'Its provider may no longer have it. Try again later; your figures are safe.',
});
