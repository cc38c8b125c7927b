/** Makes the par sheet of a game of this build from its rules, by exact enumeration: seconds for all games. Pure. */
import { PAR_SHEET_FORMAT, writeFraction } from '../../../../src/core/games/rules/par-sheet';
import type { ParFigures, ParSheetDocument } from '../../../../src/core/games/rules/par-sheet';
import { parSheet } from '../../../../src/core/games/slots/par';
import { SLOT_THEMES } from '../../../../src/core/games/slots/themes';
import type { SlotTheme } from '../../../../src/core/games/slots/theme';
import { rulesOf } from '../parameters';
import { explainGame } from './explain-game';
import { TABLE_FIGURES } from './tables';

function slotFigures(theme: SlotTheme): ParFigures {
  const sheet = parSheet(theme);
  return {
    return: writeFraction(sheet.rtp),
    ...(theme.scatter?.freeSpins && { returnInFreeSpins: writeFraction(sheet.freeSpinRtp), winsFreeSpins: writeFraction(sheet.featureRate) }),
    paysSomething: writeFraction(sheet.hitRate),
    paysMoreThanStake: writeFraction(sheet.profitRate),
    variance: writeFraction(sheet.variance),
    combinations: String(sheet.cycle),
    topAward: { lineStakes: sheet.topAward.pays, odds: writeFraction(sheet.topAward.chance) },
    largestWin: { stakes: writeFraction(sheet.maxWin), odds: writeFraction(sheet.maxWinRate) },
  };
}

const REFUSED = 'A bet that could win more is not taken.';
/** Says how a game keeps within the largest win of a round. */
const MAX_ROUND_WIN_RULES: Readonly<Record<string, string>> = {
  mines: 'A round cashes out by itself at the last field after which one more would pay more. Each place to stop at returns the same, so this changes the largest win at a stake, and not the return.',
};
const ROUNDING: Readonly<Record<string, string>> = {
  mines: 'The pay is rounded down to a whole kobo, once, from the exact fraction. It takes less than a kobo of a win: less than 0.01 % of the smallest stake.',
};
const NO_ROUNDING = 'None: at every stake that can be played a win is a whole number of kobo.';

/** Throws an Error for a game that this build doesn't have. */
export function computeParSheet(gameId: string): ParSheetDocument {
  const { method, parameters, stakeStep, maxRoundWin } = rulesOf(gameId);
  const theme = SLOT_THEMES.find((each) => each.gameId === gameId);
  const figures = theme === undefined ? TABLE_FIGURES[gameId]?.() : slotFigures(theme);
  if (figures === undefined) throw new Error(`no figures of ${gameId}`);
  return {
    format: PAR_SHEET_FORMAT,
    gameId,
    method,
    how: [...explainGame(gameId, theme)],
    parameters,
    stakeStep,
    rounding: ROUNDING[gameId] ?? NO_ROUNDING,
    largestWin: { amount: maxRoundWin, how: `No round pays more than NGN ${(maxRoundWin / 100).toLocaleString('en-NG')}. ${MAX_ROUND_WIN_RULES[gameId] ?? REFUSED}` },
    figures,
  };
}
