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
    'A ball falls past twelve rows of pins. At each it goes to the left or to the right, as a coin falls. Thirteen buckets lie below.',
    'The bucket pays its figure times your stake, the stake in it. Below 1× a part of the stake comes back.',
    'The whole path is decided before the ball moves. It is the path that you see.',
  ],
  returns: (low: string, medium: string, high: string) => `Returns in the long run: low risk ${low}, medium ${medium}, high ${high}.`,
  bucket: 'Bucket',
  chance: 'Chance',
  edges: (from: number, to: number) => `${from} and ${to}`,
  middle: (at: number) => `${at}, the middle`,
  mostWin: (most: string) => `The largest win of one round is ${most}.`,
});
