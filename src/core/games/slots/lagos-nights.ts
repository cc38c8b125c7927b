/**
 * Lagos Nights: the city after dark, from the bridge to the beach. Neon stands for everything and pays three times what the
 * run is worth; it glows on the three reels in the middle.
 *
 * Par sheet (printed in full by its test): return 94.325 %; 41.8 % of rounds pay; standard
 * deviation 3.19 stakes; largest win 221.25 stakes.
 */
import { fraction } from '../../fraction';
import { commonLines } from './lines';
import { slotsEngine } from './slots';
import { stripsOf } from './theme';
import type { SlotTheme } from './theme';

/** Best-paying first. */
const KEY = { N: 'neon', D: 'danfo', B: 'bridge', M: 'moon', S: 'speaker', G: 'glasses', F: 'fish', P: 'palm', L: 'lamp' } as const;
export type LagosNightsSymbol = (typeof KEY)[keyof typeof KEY];

export const lagosNights: SlotTheme<LagosNightsSymbol> = {
  gameId: 'lagos-nights',
  name: 'Lagos Nights',
  symbols: Object.values(KEY),
  wild: 'neon',
  wildMultiplier: 3,
  strips: stripsOf(KEY, [
    'LMPBFGLDPGSFPSLFLSBMPG',
    'PBLGMLDNSGPFDBFPSLMSLMF',
    'BNMLPDBMFPMSLPGSPGFSLGF',
    'FPLSBDGLMDPLFSNMGFPGLSB',
    'PSFLDPFLMPBFLGSMPSMLBG',
  ]),
  lines: commonLines(20),
  pays: {
    danfo: [35, 130, 900],
    bridge: [22, 90, 450],
    moon: [18, 70, 260],
    speaker: [14, 55, 180],
    glasses: [9, 35, 110],
    fish: [7, 22, 70],
    palm: [5, 18, 55],
    lamp: [4, 14, 45],
  },
  scatter: null,
  rtp: fraction(2_777_331n, 2_944_414n),
  maxWin: fraction(885n, 4n),
};

export const lagosNightsEngine = slotsEngine(lagosNights);
