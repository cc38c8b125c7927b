import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

/** Names reels: "reel 3", "reels 2, 3 and 4". */
const onReels = (reels: readonly number[]): string => plural(reels.length, { one: 'reel', other: 'reels' }) + ` ${reels.join(', ').replace(/, (\d+)$/, ' and $1')}`;

/** Words that all slots share. */
export const slotWords = catalogue('games/slots', {
  stage: 'Reels',
  stageHelp: 'Space spins. Arrow up and arrow down change the stake.',
  linesInPlay: (lines: number) => plural(lines, { one: '# line, in play', other: '# lines, all in play' }),
  asking: 'Getting the result',
  awarded: (spins: number, multiplier: number) => `${plural(spins, { one: '# free spin', other: '# free spins' })}, lines pay ${multiplier}×`,
  awardedClimbing: (spins: number) => plural(spins, { one: '# free spin', other: '# free spins, each pays more' }),
  awardedMore: (spins: number) => plural(spins, { one: '# more free spin', other: '# more free spins' }),
  freeSpin: (number: number, of: number) => `Free spin ${number} of ${of}`,
  freeSpinTimes: (number: number, of: number, times: number) => `Spin ${number} of ${of} at ${times}×`,
  soFar: (amount: string) => `${amount} so far`,
  grown: (wild: string, reels: readonly number[]) => `${wild} fills ${onReels(reels)}`,
  multiplied: (wild: string, times: number) => `${wild}: pays ${times}×`,
  linePaid: (line: number, symbols: string, amount: string) => `Line ${line}: ${symbols}, ${amount}`,
  inRow: {
    left: (count: number, symbols: string) => `${count} ${symbols}`,
    right: (count: number, symbols: string) => `${count} ${symbols} from the right`,
    middle: (count: number, symbols: string, reel: number) => `${count} ${symbols} from reel ${reel}`,
  },
  withWild: (symbols: string, wild: string, times: number) => `${symbols} with ${wild} at ${times}×`,
  scatterPaid: (count: number, symbols: string, amount: string) => `${count} ${symbols}, ${amount}`,
  freePaid: (spins: number, amount: string) => `${plural(spins, { one: '# free spin', other: '# free spins' })}, ${amount}`,
  reel: (number: number, symbols: readonly string[]) => `Reel ${number}: ${symbols.join(', ')}`,

  payTable: 'What pays',
  payTableNote: (amount: string) => `Times the stake of one line: ${amount} at your stake.`,
  symbol: 'Symbol',
  inARow: (count: number) => `${count} in a row`,
  short: (count: number) => `${count}×`,
  anywhere: 'anywhere',
  wildNote: (scatter: string | null) => (scatter === null ? 'stands for all' : `stands for all but the ${scatter}`),
  nothing: '–',
  rules: (lines: number) =>
    `The stake is divided evenly over ${lines} lines, all of them in play.`,
  runs: {
    left: 'Equal symbols pay from the left, three or more in a row; each line pays its best win once.',
    'both-ways': 'Equal symbols pay from the left and from the right, three or more in a row; five in a row pay once.',
    anywhere: 'Equal symbols pay where three or more of them are neighbours on a line; each line pays its best win once.',
  },
  wildTimes: (wild: string, times: number) => `A win that the ${wild} is part of pays ${times}×.`,
  wildExpands: (wild: string) => `The ${wild} makes its whole reel wild before the lines are read.`,
  scatterRule: (several: string, awards: string, multiplier: number) =>
    `Three or more ${several} anywhere win ${awards} free spins. They turn on richer reels, lines pay ${multiplier}×`,
  climbs: ' in the first and 1× more in each that follows',
  again: (several: string, more: string) => `, and three or more ${several} in them win ${more} more, which win none.`,
  noMore: ', and they win no further free spins.',
  scatterPays: (several: string) => `Three or more ${several} pay wherever they are.`,
  wildOn: (wild: string, reels: readonly number[]) => `The ${wild} is only on ${onReels(reels)}.`,
  wildOnFree: (wild: string, reels: readonly number[], free: readonly number[]) => `The ${wild} is only on ${onReels(reels)}, and in free spins on ${onReels(free)}.`,
  odds: (hits: string, profits: string, times: string, every: string) =>
    `${hits} of rounds pay something, ${profits} pay more than the stake. The largest win is ${times} the stake: ${every}.`,
  decided: 'The whole round is decided before anything moves. The symbols that pass are those on the reels; nothing is staged.',
  decidedFree: 'The whole round, free spins too, is decided before anything moves. The symbols that pass are those on the reels; nothing is staged.',
  lines: 'The lines',
  lineLabel: (line: number) => `Line ${line}`,
});
