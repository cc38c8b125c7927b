/** The slots of the catalogue; all of them take stakes from ₦10. */
import { kobo } from '../core/money';
import type { EmbeddedGame } from './embedded-game';

const NAIRA = 100;

type Figures = Required<Pick<EmbeddedGame, 'rtp' | 'hitRate' | 'profitRate' | 'maxWin' | 'maxWinEvery'>>;

/** `categories` are those beside that of all slots. */
function slot(
  gameId: string, name: string, mostNaira: number, categories: readonly string[], figures: Figures,
): EmbeddedGame {
  return {
    gameId, name, kind: 'slots', categories: ['slots', ...categories], ...figures,
    minStake: kobo(10 * NAIRA), maxStake: kobo(mostNaira * NAIRA), art: `/games/${gameId}.svg`,
  };
}

export const EMBEDDED_SLOTS: readonly EmbeddedGame[] = [
  slot(
    'adire-gold', 'Adire Gold', 7_500, ['made-in-naija'],
    {
      rtp: 253_842_654_119 / 266_927_360_000, hitRate: 9_600_949 / 33_331_200, profitRate: 695_587 / 4_166_400,
      maxWin: 6651.2, maxWinEvery: 1.584e86,
    },
  ),
  slot(
    'lagos-nights', 'Lagos Nights', 20_000, ['new'],
    { rtp: 2_777_331 / 2_944_414, hitRate: 2_430 / 5_819, profitRate: 272_601 / 1_472_207, maxWin: 221.25, maxWinEvery: 5_888_828 },
  ),
  slot(
    'talking-drum', 'Talking Drum', 20_000, ['made-in-naija'],
    { rtp: 1_237_029 / 1_303_210, hitRate: 1_637_397 / 2_606_420, profitRate: 359_501 / 1_303_210, maxWin: 105.7, maxWinEvery: 2_606_420 },
  ),
  slot(
    'calabar-carnival', 'Calabar Carnival', 2_000, ['new', 'made-in-naija'],
    {
      rtp: 7_647_719_140_445 / 7_967_369_341_778, hitRate: 2_966_413 / 6_156_502, profitRate: 1_200_635 / 6_156_502,
      maxWin: 23_956.32, maxWinEvery: Infinity,
    },
  ),
  slot(
    'harmattan', 'Harmattan', 20_000, ['made-in-naija'],
    { rtp: 17_263_367 / 18_282_240, hitRate: 3_169 / 13_248, profitRate: 43_087 / 317_952, maxWin: 672.6, maxWinEvery: 812_544 },
  ),
  slot(
    'zuma-rock', 'Zuma Rock', 5_000, ['made-in-naija'],
    { rtp: 1_207_631 / 1_288_408, hitRate: 49_011 / 468_512, profitRate: 49_011 / 468_512, maxWin: 5_500, maxWinEvery: 515_363.2 },
  ),
  slot(
    'nollywood-reel', 'Nollywood Reel', 3_000, ['new'],
    { rtp: 731_854_469_865 / 767_437_953_788, hitRate: 103_413 / 535_348, profitRate: 0.11083661251, maxWin: 14_675, maxWinEvery: 5.938e63 },
  ),
  slot(
    'suya-spot', 'Suya Spot', 20_000, ['new', 'made-in-naija'],
    { rtp: 3_930_065 / 4_084_101, hitRate: 155_816 / 453_789, profitRate: 1_041_167 / 4_084_101, maxWin: 190.5, maxWinEvery: 4_084_101 / 8 },
  ),
];
