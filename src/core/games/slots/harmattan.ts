/**
 * Harmattan: the dust wind from the desert. Where it blows on the third or fourth reel, the whole reel is wild.
 *
 * Par sheet (printed in full by its test): return 94.426 %; 23.9 % of rounds pay; standard
 * deviation 6.76 stakes; largest win 672.6 stakes.
 */
import { fraction } from '../../fraction';
import { commonLines } from './lines';
import { slotsEngine } from './slots';
import { stripsOf } from './theme';
import type { SlotTheme } from './theme';

/** Best-paying first. */
const KEY = { W: 'wind', C: 'camel', B: 'baobab', S: 'sun', T: 'turban', G: 'groundnut', D: 'dune', K: 'kite', R: 'reed' } as const;
export type HarmattanSymbol = (typeof KEY)[keyof typeof KEY];

export const harmattan: SlotTheme<HarmattanSymbol> = {
  gameId: 'harmattan',
  name: 'Harmattan',
  symbols: Object.values(KEY),
  wild: 'wind',
  wildExpands: true,
  strips: stripsOf(KEY, [
    'CDKSBKSTGCKRBTGKSDRGDTR',
    'DBSGRKGTRSCRTDGKDTBRDSCK',
    'DRSTBKDBRKDTWCGRTKGSCGRK',
    'DTKGRSBDRCSKBRGTDSWKCGRK',
    'TCSRDKCDGTKBDKRGBSRTSRG',
  ]),
  lines: commonLines(10),
  pays: {
    camel: [65, 390, 3300],
    baobab: [40, 200, 1300],
    sun: [26, 100, 500],
    turban: [16, 65, 260],
    groundnut: [10, 40, 160],
    dune: [7, 26, 100],
    kite: [5, 20, 65],
    reed: [4, 14, 50],
  },
  scatter: null,
  rtp: fraction(17_263_367n, 18_282_240n),
  maxWin: fraction(3_363n, 5n),
};

export const harmattanEngine = slotsEngine(harmattan);
