/**
 * Zuma Rock: no wild and five lines. It pays seldom and much, and eagles pay wherever they are.
 *
 * Par sheet (printed in full by its test): return 93.730 %; 10.5 % of rounds pay; standard
 * deviation 11.17 stakes; largest win 5,500 stakes.
 */
import { fraction } from '../../fraction';
import { commonLines } from './lines';
import { slotsEngine } from './slots';
import { stripsOf } from './theme';
import type { SlotTheme } from './theme';

/** Best-paying first; the scatter stands last. */
const KEY = { R: 'rock', L: 'leopard', H: 'hornbill', B: 'butterfly', C: 'cloud', V: 'vine', P: 'pebble', G: 'grass', E: 'eagle' } as const;
export type ZumaRockSymbol = (typeof KEY)[keyof typeof KEY];

export const zumaRock: SlotTheme<ZumaRockSymbol> = {
  gameId: 'zuma-rock',
  name: 'Zuma Rock',
  symbols: Object.values(KEY),
  wild: null,
  strips: stripsOf(KEY, [
    'GVCPLGEPGCVPHBRCPGBLVH',
    'PBCGHPVGEVHCRPGBRGCLBV',
    'VLCBPVLPGHEVPHGBVCGPRC',
    'VBGHRVPBGHVLGBPCGVEHCP',
    'RGBCVPLGPVGPHVPCGECBLH',
  ]),
  lines: commonLines(5),
  pays: {
    rock: [270, 2000, 27500],
    leopard: [140, 800, 7000],
    hornbill: [80, 400, 2700],
    butterfly: [55, 200, 1100],
    cloud: [35, 110, 400],
    vine: [20, 70, 270],
    pebble: [14, 55, 200],
    grass: [11, 40, 140],
  },
  scatter: {
    symbol: 'eagle',
    pays: [20, 200, 2000],
    freeSpins: null,
  },
  rtp: fraction(1_207_631n, 1_288_408n),
  maxWin: fraction(5_500n),
};

export const zumaRockEngine = slotsEngine(zumaRock);
