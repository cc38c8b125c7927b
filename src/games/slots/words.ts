import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

/** Words that all slots share. */
export const slotWords = catalogue('games/slots', {
  stage: 'Reels',
  stageHelp: 'Space spins. Arrow up and arrow down change the stake.',
  linesInPlay: (lines: number) => plural(lines, { one: '# line, in play', other: '# lines, all in play' }),
  asking: 'Asking the platform for the result',
  turning: 'Spinning',
  awarded: (spins: number, multiplier: number) => `${plural(spins, { one: '# free spin', other: '# free spins' })}, lines pay ${multiplier}×`,
  freeSpin: (number: number, of: number) => `Free spin ${number} of ${of}`,
  soFar: (amount: string) => `${amount} so far`,
  linePaid: (line: number, count: number, symbols: string, amount: string) => `Line ${line}: ${count} ${symbols}, ${amount}`,
  scatterPaid: (count: number, symbols: string, amount: string) => `${count} ${symbols}, ${amount}`,
  freePaid: (spins: number, amount: string) => `${plural(spins, { one: '# free spin', other: '# free spins' })}, ${amount}`,

  payTable: 'What pays',
  payTableNote: (amount: string) => `Times the stake of one line: ${amount} at your stake.`,
  symbol: 'Symbol',
  inARow: (count: number) => `${count} in a row`,
  short: (count: number) => `${count}×`,
  anywhere: 'anywhere',
  wildNote: (scatter: string) => `stands for all but the ${scatter}`,
  rules: (lines: number) =>
    `The stake is divided evenly over ${lines} lines, all of them in play. Equal symbols pay from the left, three or more in a row; each line pays its best win once.`,
  scatterRule: (several: string, awards: string, multiplier: number) =>
    `Three or more ${several} anywhere win ${awards} free spins. They turn on richer reels, lines pay ${multiplier}×, and they win no further free spins.`,
  decided: 'The whole round, free spins too, is decided before anything moves. What passes on the reels is what lies on them; nothing is staged.',
  lines: 'The lines',
  lineLabel: (line: number) => `Line ${line}`,
});
