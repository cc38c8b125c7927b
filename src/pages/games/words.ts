import { catalogue } from '../../core/words/catalogue';

/** Words of the lobby. */
export const words = catalogue('pages/games', {
  allGames: 'All games',
  allGamesText: 'RTP is the share of stakes paid back.',
  featured: 'Games',
  practice: 'Practice',
  start: 'Start here',
  more: 'More games',
  seeAll: 'See all',
  seeAllOf: (category: string) => `See all of ${category}`,

  guestTitle: 'Casino games, even offline',
  practise: 'Practise',

  playerTitle: (name: string | null) => (name === null || name === '' ? 'Welcome' : `Welcome, ${name}`),
  practiceFirst: 'Practice costs nothing',
  lastGame: (game: string) => `Last played: ${game}`,
  goOn: 'Continue',

  offlineTitle: 'No network?',
  offlineText: 'You can still practise',

  breakTitle: 'Play is closed',
  breakMore: 'Limits and breaks',
  withdraw: 'Withdraw',

  checkingTitle: 'A round is being checked',
  checkingText: 'You will not be charged twice.',
  seeResult: 'See the round',

  openTitle: 'Your round is still open',
  openText: (game: string | null, until: string) => `${game === null ? 'It waits' : `${game} waits`} for you until ${until}.`,
});
