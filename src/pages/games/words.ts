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
  guestPoints: [
    ['offline', 'Plays without a network'],
    ['lock', 'Money moves exactly once'],
    ['check', 'You can check every result'],
  ],
  practise: (game: string) => `Practise ${game}`,
  join: 'Join to play for money',

  playerTitle: (name: string | null) => (name === null || name === '' ? 'Welcome' : `Welcome, ${name}`),
  playerText: 'Your balance and your games are as you left them. Rules and limits stand on every game’s page.',
  theRound: 'the round',
  goOn: (game: string) => `Go on with ${game}`,
  open: (game: string) => `Open ${game}`,

  offlineTitle: 'No network, and still something to play',
  offlineText: 'Practice has the same reels and odds as play for money, on your own device. Nothing is staked and nothing can be won.',

  breakTitle: 'You are on a break',
  breakText: 'No play and no deposits while it lasts. You can withdraw at any time.',
  withdraw: 'Withdraw',
  breakMore: 'Limits and breaks',

  unfinishedTitle: 'A round is being checked',
  unfinishedText: (game: string) =>
    `The answer to your last round${game === '' ? '' : ` in ${game}`} got lost on the way. We are asking for it. You will not be charged twice.`,
  seeResult: 'See the round',

  openTitle: 'Your round is still open',
  openText: (game: string, until: string) =>
    `${game === '' ? 'It' : game} waits where you left it, on every device, until ${until}. After that it ends by the published rule.`,

  howTitle: 'How things are done here',
  cards: [
    {
      to: '/help#fair-results',
      icon: 'shield',
      title: 'How a result is decided',
      text: 'A fingerprint of the secret is shown before you stake. Afterwards you can work every result out again, on any computer.',
    },
    {
      to: '/help#lost-connection',
      icon: 'lock',
      title: 'When the network drops in a round',
      text: 'The stake is taken once or not at all. You see “checking” until we know, never a guess.',
    },
    {
      to: '/help#rtp',
      icon: 'info',
      title: 'What a return of 95% means',
      text: 'The price of playing: of ₦1,000 staked, ₦50 stays with us on average. Nothing is ever due.',
    },
    {
      to: '/promo/welcome-bonus',
      icon: 'deposit',
      title: 'Bonuses that say what they cost',
      text: 'Every term in plain words, and what the wagering is expected to take, before you claim.',
      needs: 'promotions',
    },
    {
      to: '/responsible-gambling',
      icon: 'clock',
      title: 'Keep it a game',
      text: 'No automatic play, no rush between spins, and your time and result always on screen.',
    },
  ],
});
