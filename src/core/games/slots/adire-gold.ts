/**
 * Adire Gold: the indigo cloth of Abeokuta. Gold cowries stand for everything, dye pots scatter and win free spins at
 * double pay on richer reels.
 *
 * Par sheet (printed in full by its test): return 95.098 %, of it 23.1 % in free spins; 28.8 % of rounds pay; standard
 * deviation 4.76 stakes; free spins about once in 140 rounds; largest win 6,651.2 stakes.
 */
import { fraction } from '../../fraction';
import { slotsEngine } from './slots';
import { stripsOf } from './theme';
import type { SlotTheme } from './theme';

/** Best-paying first. The last four are patterns of the cloth. */
export const ADIRE_SYMBOLS = ['cowrie', 'pot', 'calabash', 'bird', 'comb', 'leaf', 'star', 'ring', 'dot'] as const;
export type AdireSymbol = (typeof ADIRE_SYMBOLS)[number];

const KEY: { readonly [letter: string]: AdireSymbol } = {
  W: 'cowrie',
  P: 'pot',
  C: 'calabash',
  B: 'bird',
  M: 'comb',
  L: 'leaf',
  S: 'star',
  R: 'ring',
  D: 'dot',
};

export const adireGold: SlotTheme<AdireSymbol> = {
  gameId: 'adire-gold',
  name: 'Adire Gold',
  symbols: ADIRE_SYMBOLS,
  wild: 'cowrie',
  strips: stripsOf(KEY, [
    'PMLSDLDSLBDCMDLRSBDCRSRLSDMBDSWS',
    'RLDSDMCDWRMBDRMRDLDRMBRSPRLSBRC',
    'SRLDSWRLRSDSMRSRLBPSCMLSCLRDBM',
    'SCLBRDCLMWBSLMRSWDSRSDLMRDPDRDBR',
    'BDRSDBSMDWRBLDCMSLRPDRLDCLMDSRSMWSR',
  ]),
  lines: [
    [1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0],
    [2, 2, 2, 2, 2],
    [0, 1, 2, 1, 0],
    [2, 1, 0, 1, 2],
    [0, 0, 1, 2, 2],
    [2, 2, 1, 0, 0],
    [1, 0, 0, 0, 1],
    [1, 2, 2, 2, 1],
    [1, 0, 1, 2, 1],
  ],
  pays: {
    cowrie: [100, 500, 2000],
    calabash: [75, 250, 1000],
    bird: [35, 125, 500],
    comb: [25, 80, 300],
    leaf: [12, 40, 160],
    star: [6, 25, 100],
    ring: [6, 20, 80],
    dot: [5, 15, 60],
  },
  scatter: {
    symbol: 'pot',
    pays: [20, 100, 500],
    freeSpins: {
      awards: [8, 10, 12],
      multiplier: 2,
      strips: stripsOf(KEY, [
        'BRDRLDRMSRLSRMLCSDWLSBCDBWDSDM',
        'WRBLDMSDLRDBSLDSRMLCWSRCSMWRBD',
        'BRSDLRSDWBLCRSWMBDLRDCRMDSWLSDM',
        'MDLSRCMDSLCSRDRDWDBLRDWBLRMBSRW',
        'LDSRSRBSWCSDMSBCLWDLDRMDRBLDRM',
      ]),
    },
  },
  rtp: fraction(253_842_654_119n, 266_927_360_000n),
  maxWin: fraction(33_256n, 5n),
};

export const adireGoldEngine = slotsEngine(adireGold);
