/**
 * Calabar Carnival: masks stand for everything, floats win free spins at double pay, and in those further floats win more,
 * once.
 *
 * Par sheet (printed in full by its test): return 95.988 %, of it 30.5 % in free spins; 48.2 % of rounds pay; standard
 * deviation 3.97 stakes; free spins about once in 54 rounds; largest win 23,956.32 stakes.
 */
import { fraction } from '../../fraction';
import { commonLines } from './lines';
import { slotsEngine } from './slots';
import { stripsOf } from './theme';
import type { SlotTheme } from './theme';

/** Best-paying first; the scatter stands last. */
const KEY = {
  M: 'mask',
  H: 'headdress',
  D: 'dancer',
  T: 'trumpet',
  F: 'fan',
  B: 'bangle',
  A: 'anklet',
  R: 'ribbon',
  C: 'confetti',
  X: 'float',
} as const;
export type CalabarCarnivalSymbol = (typeof KEY)[keyof typeof KEY];

export const calabarCarnival: SlotTheme<CalabarCarnivalSymbol> = {
  gameId: 'calabar-carnival',
  name: 'Calabar Carnival',
  symbols: Object.values(KEY),
  wild: 'mask',
  strips: stripsOf(KEY, [
    'CTBCDAXHBCAFBMRDARCTFR',
    'CAHDAHRBFDRCMBRTCRTFAXF',
    'HDCBFATFBARCTDRTCRBMACX',
    'FRBARDCBRHTRCXFCAFTBMAH',
    'AMTCBRHFACTBCRFBDARCXDF',
  ]),
  lines: commonLines(25),
  pays: {
    mask: [65, 380, 2500],
    headdress: [40, 190, 1000],
    dancer: [26, 100, 500],
    trumpet: [18, 75, 320],
    fan: [16, 50, 190],
    bangle: [10, 30, 130],
    anklet: [8, 26, 95],
    ribbon: [6, 18, 75],
    confetti: [4, 16, 65],
  },
  scatter: {
    symbol: 'float',
    pays: [50, 250, 2500],
    freeSpins: {
      awards: [6, 8, 12],
      again: [2, 4, 6],
      multiplier: 2,
      strips: stripsOf(KEY, [
        'TDAXRHDCARCBTMFBCFRAM',
        'CMFADTABCRDARBXHTCFHR',
        'BCRAMTHCBDRCAFBMTXRDF',
        'ARCHMBTXADMBRTFCBARCHF',
        'CMBFDRCFDMATCABRHAXTR',
      ]),
    },
  },
  rtp: fraction(7_647_719_140_445n, 7_967_369_341_778n),
  maxWin: fraction(598_908n, 25n),
};

export const calabarCarnivalEngine = slotsEngine(calabarCarnival);
