import { catalogue } from '../../../core/words/catalogue';

/** Words around a game of another provider. */
export const words = catalogue('pages/game/framed', {
  of: (game: string, provider: string) => `${game} is a game by ${provider}`,
  about: (size: string) => `Loading it takes about ${size}. You play it with your own money only, not with bonus money, and it does not work offline.`,
  load: (size: string) => `Load the game (${size})`,
  launching: 'Opening the game',
  facts: (rtp: string, win: string, min: string, max: string) =>
    `Returns ${rtp} in the long run, says its provider. Largest win ${win} times the stake. Stakes ${min} to ${max}. Its rules are inside.`,
  leave: 'Close the game',
  offlineTitle: 'No connection',
  offline: 'Nothing is staked until it is back. What the game had taken or won is on your account either way.',
  failedTitle: 'The game could not continue',
  failed: 'Nothing more is staked. Start it again, or come back later.',
  endedTitle: 'The game is closed',
  ended: 'It was closed while you were away, or opened on another device. What it had taken or won is on your account.',
  disabled: 'This game is closed at the moment. What it had taken or won is on your account.',
  guest: 'Sign in to play it. This game has no practice.',
  deposit: 'Deposit',
  noPractice: 'This game is played for money only, so it can’t be opened now. Nothing was staked.',
});
