/**
 * Nollywood Reel: slates win free spins that pay once, twice, three times … like the parts of a film that goes on.
 *
 * Par sheet (printed in full by its test): return 95.363 %, of it 44.0 % in free spins; 19.3 % of rounds pay; standard
 * deviation 8.80 stakes; free spins about once in 53 rounds; largest win 14,675 stakes.
 */
import { fraction } from '../../fraction';
import { commonLines } from './lines';
import { slotsEngine } from './slots';
import { stripsOf } from './theme';
import type { SlotTheme } from './theme';

/** Best-paying first; the scatter stands last. */
const KEY = {
  S: 'star',
  C: 'camera',
  P: 'producer',
  V: 'videotape',
  T: 'ticket',
  M: 'megaphone',
  L: 'lamp',
  B: 'bulb',
  K: 'slate',
} as const;
export type NollywoodReelSymbol = (typeof KEY)[keyof typeof KEY];

export const nollywoodReel: SlotTheme<NollywoodReelSymbol> = {
  gameId: 'nollywood-reel',
  name: 'Nollywood Reel',
  symbols: Object.values(KEY),
  wild: 'star',
  strips: stripsOf(KEY, [
    'LCPTMKVMBPVBMLTVPLBCTB',
    'LVPCVLTBMPBLTCMPVKLMBT',
    'MCPLBPVLPCMBTKBVMTLMTLC',
    'PSVMLTMPCLBVLPMTCKBLVTB',
    'BTMPTVLBVMPKTCBVLCBLMPL',
  ]),
  lines: commonLines(10),
  pays: {
    camera: [65, 320, 2100],
    producer: [30, 120, 550],
    videotape: [20, 80, 280],
    ticket: [12, 45, 160],
    megaphone: [8, 30, 95],
    lamp: [6, 20, 65],
    bulb: [4, 12, 45],
  },
  scatter: {
    symbol: 'slate',
    pays: [10, 100, 1000],
    freeSpins: {
      awards: [6, 8, 10],
      multiplier: 1,
      climbs: true,
      strips: stripsOf(KEY, [
        'MBLTBVTMVCLPTMPBCLV',
        'VBMTBLVCLMSTBLCVPMTP',
        'BPMCVTBLVTLSTPMBLVC',
        'CVPBLSTMBTMVLCVLBMP',
        'MPCLPBVTMBCVBLTMVLT',
      ]),
    },
  },
  rtp: fraction(731_854_469_865n, 767_437_953_788n),
  maxWin: fraction(14_675n),
};

export const nollywoodReelEngine = slotsEngine(nollywoodReel);
