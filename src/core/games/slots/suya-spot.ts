/**
 * Suya Spot: small wins that come often. Three in a row count wherever on the line they lie, also in the middle.
 *
 * Par sheet (printed in full by its test): return 96.228 %; 34.3 % of rounds pay; standard
 * deviation 2.86 stakes; largest win 190.5 stakes.
 */
import { fraction } from '../../fraction';
import { commonLines } from './lines';
import { slotsEngine } from './slots';
import { stripsOf } from './theme';
import type { SlotTheme } from './theme';

/** Best-paying first. */
const KEY = { S: 'skewer', C: 'chilli', O: 'onion', T: 'tomato', P: 'pepper', Z: 'zobo', F: 'flame', N: 'newspaper' } as const;
export type SuyaSpotSymbol = (typeof KEY)[keyof typeof KEY];

export const suyaSpot: SlotTheme<SuyaSpotSymbol> = {
  gameId: 'suya-spot',
  name: 'Suya Spot',
  symbols: Object.values(KEY),
  wild: null,
  runs: 'anywhere',
  strips: stripsOf(KEY, [
    'ZCNPTFSTONPCZPFZSTOFN',
    'SPTOPNZFOCPOFNTZFSCNZ',
    'CSPCTNFZSNOZFTPCNTZFO',
    'FOTPZONFCTSZPNOFPSCNT',
    'TZNSZOCNTPFSNPFZPCTFO',
  ]),
  lines: commonLines(10),
  pays: {
    skewer: [65, 260, 1800],
    chilli: [40, 120, 650],
    onion: [26, 65, 260],
    tomato: [20, 45, 150],
    pepper: [16, 35, 100],
    zobo: [12, 28, 75],
    flame: [9, 22, 60],
    newspaper: [6, 18, 45],
  },
  scatter: null,
  rtp: fraction(3_930_065n, 4_084_101n),
  maxWin: fraction(381n, 2n),
};

export const suyaSpotEngine = slotsEngine(suyaSpot);
