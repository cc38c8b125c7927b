import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

/** Words of the bonus contribution page. */
export const words = catalogue('pages/bonus-contribution', {
  title: 'Bonus contribution',
  intro:
    'A bonus has a wagering requirement: how much you must stake before bonus money becomes real money. Not every game counts in full, and a round that returns your stake does not count.',
  how: (share: string, counted: string) => `A stake of ₦1,000 on a game that counts ${share} counts ${counted} toward the requirement.`,
  roulette:
    'At roulette, if your bets together cover more than 25 of the 37 numbers, only what you would lose on at least 12 numbers counts: ₦2,500 on red with ₦2,400 on black counts as a stake of ₦100.',
  costTitle: 'Expected cost',
  cost: (bonus: string, times: number, requirement: string, rtp: string, cost: string) =>
    `A bonus of ${bonus} at ${times}× means staking ${requirement}. On a game that returns ${rtp} and counts in full, that costs ${cost} on average.`,
  costFull: 'How we work this out',
  kindsTitle: 'By kind of game',
  gamesTitle: 'By game',
  kind: 'Kind',
  game: 'Game',
  counts: 'Counts',
  rtp: 'RTP',
  search: 'Search games and kinds',
  found: (count: number) => plural(count, { other: '# found' }),
  nothing: 'Nothing found. Try fewer letters.',
  kindsNote: 'These apply unless the list of games below says otherwise.',
  more: (count: number) => `Show ${count} more`,
});
