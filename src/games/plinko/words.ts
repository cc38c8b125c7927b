import { catalogue } from '../../core/words/catalogue';
import type { PlinkoRisk } from '../../core/games/plinko';

/** Words of plinko. */
export const words = catalogue('games/plinko', {
  stage: 'Plinko board',
  stageHelp: 'Space drops the ball. Arrow left and arrow right change the risk, arrow up and arrow down change the stake.',
  asking: 'Getting the result',
  head: (risk: string) => `12 rows, ${risk.toLowerCase()} risk`,
  risk: 'Risk',
  risks: { low: 'Low', medium: 'Medium', high: 'High' } satisfies Record<PlinkoRisk, string>,
  landed: (bucket: number, times: string) => `Bucket ${bucket} of 13, pays ${times}`,
  rules: [
    'A ball falls past twelve rows of pins. At each it goes to the left or to the right, like a tossed coin. Thirteen buckets lie below.',
    'The bucket pays its figure times your stake, stake included. Below 1×, less comes back than was staked. The largest pays, at both edges, come once in 2,048 rounds.',
    'The whole path is decided before the ball moves. It is the path that you see.',
  ],
  returns: (byRisk: string) => `Returns in the long run: ${byRisk}.`,
  profits: (byRisk: string) => `Rounds that pay more than the stake: ${byRisk}.`,
  byRisk: ([low, medium, high]: readonly string[]) => `low risk ${low}, medium ${medium}, high ${high}`,
  bucket: 'Bucket',
  chance: 'Chance',
  edges: (from: number, to: number) => `${from} and ${to}`,
  middle: (at: number) => `${at}, the middle`,
  mostWin: (maxWin: string) => `The largest win of one round is ${maxWin}.`,
});
