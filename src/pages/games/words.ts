import { catalogue } from '../../core/words/catalogue';

/** Words of the lobby. */
export const words = catalogue('pages/games', {
  allGames: 'All games',
  allGamesText: 'Every game, with what it returns and what loading it costs.',
  featured: 'Games',
  browse: 'Browse',
  seeAll: 'See all',
  seeAllOf: (category: string) => `See all of ${category}`,

  guestTitle: 'Games that stay with you, even when the network goes',
  guestPoints: { offline: 'Plays without a network', lock: 'Money moves exactly once', shield: 'You can check every result' },
  practise: (game: string) => `Practise ${game}`,
  join: 'Join to play for money',

  playerTitle: (name: string | null) => (name === null || name === '' ? 'Welcome' : `Welcome, ${name}`),
  playerText: 'Rules, odds and limits are on every game’s page.',
  theRound: 'the round',
  goOn: (game: string) => `Continue ${game}`,
  open: (game: string) => `Open ${game}`,

  offlineTitle: 'No network? You can still practise',
  offlineText: 'Practice has the same reels and odds as play for money, on your own device. Nothing is staked and nothing can be won.',

  breakTitle: 'Play is closed for you',
  breakText: 'As you asked: no play and no deposits. You can withdraw at any time.',
  withdraw: 'Withdraw',
  breakMore: 'Limits and breaks',

  unfinishedTitle: 'A round is being checked',
  unfinishedText: (game: string) =>
    `The answer to your last round${game === '' ? '' : ` in ${game}`} got lost on the way. We are asking for it. You will not be charged twice.`,
  seeResult: 'See the round',

  openTitle: 'Your round is still open',
  openText: (game: string, until: string) =>
    `${game === '' ? 'It' : game} is waiting for you, on every device, until ${until}. After that it ends by the published rule.`,
});
