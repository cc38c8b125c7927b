/**
 * Talking Drum: call and answer. Lines pay from the left and from the right, and the drum on the three reels in the middle
 * stands for everything.
 *
 * Par sheet (printed in full by its test): return 94.921 %; 62.8 % of rounds pay; standard
 * deviation 1.65 stakes; largest win 105.7 stakes.
 */
import { fraction } from '../../fraction';
import { commonLines } from './lines';
import { slotsEngine } from './slots';
import { stripsOf } from './theme';
import type { SlotTheme } from './theme';

/** Best-paying first. */
const KEY = { T: 'drum', C: 'cap', B: 'beads', F: 'flywhisk', H: 'horn', S: 'sekere', K: 'kola', A: 'agogo', R: 'ripple' } as const;
export type TalkingDrumSymbol = (typeof KEY)[keyof typeof KEY];

export const talkingDrum: SlotTheme<TalkingDrumSymbol> = {
  gameId: 'talking-drum',
  name: 'Talking Drum',
  symbols: Object.values(KEY),
  wild: 'drum',
  runs: 'both-ways',
  strips: stripsOf(KEY, [
    'AFRBKHSCHRBKARSFASH',
    'BHARSFKRTSFHACSBACKR',
    'FARKFHKBSCATBHFKRAS',
    'SBRKAFSHBRCKHCSATFR',
    'RFSHACRHAKBRABKFSKH',
  ]),
  lines: commonLines(20),
  pays: {
    cap: [30, 110, 950],
    beads: [20, 70, 300],
    flywhisk: [16, 45, 140],
    horn: [14, 40, 120],
    sekere: [12, 35, 95],
    kola: [10, 24, 70],
    agogo: [7, 20, 55],
    ripple: [5, 16, 40],
  },
  scatter: null,
  rtp: fraction(1_237_029n, 1_303_210n),
  maxWin: fraction(1_057n, 10n),
};

export const talkingDrumEngine = slotsEngine(talkingDrum);
