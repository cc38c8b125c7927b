import { fractionToNumber } from '../../core/fraction';
import { DICE_FACES, DICE_PAY_SCALE, diceBet, diceEngine, dicePays, diceReturn } from '../../core/games/dice';
import { closeEngine } from '../../core/games/engine';
import { formatNaira } from '../../core/money';
import { hideChoiceType } from '../face';
import { MAX_ROUND_WIN, largestStake } from '../../core/games/largest-win';
import { timesCut } from '../facts';
import { FIRST_CHOICE, readOutcome, rollText, winAt, clampTarget } from './dice-bet';
import type { DiceChoice } from './dice-bet';
import { DiceControls } from './DiceControls';
import { DiceRules } from './DiceRules';
import { DiceStage } from './DiceStage';
import { words } from './words';

const PERCENT = 100;

function problem({ under }: DiceChoice, stake: Parameters<typeof winAt>[1]): string | null {
  if (winAt(under, stake) <= MAX_ROUND_WIN) return null;
  const largest = largestStake(diceEngine, { under });
  const most = formatNaira(MAX_ROUND_WIN, { whole: true });
  return largest > 0 ? words.tooMuch(most, formatNaira(largest, { whole: true })) : words.never(most);
}

export const face = hideChoiceType<DiceChoice>({
  engine: closeEngine(diceEngine),
  Stage: DiceStage,
  stage: { label: words.stage, help: words.stageHelp },
  Rules: DiceRules,
  bet: {
    initial: FIRST_CHOICE,
    Controls: DiceControls,
    betOf: ({ under }) => ({ under }),
    returns: ({ under }) => fractionToNumber(diceReturn(under)),
    odds: ({ under }) => {
      const share = under / DICE_FACES;
      return { hitRate: share, profitRate: share, maxWin: dicePays(under) / DICE_PAY_SCALE, maxWinEvery: 1 / share };
    },
    problem,
    onKey: ({ under }, key) =>
      key === 'ArrowLeft' || key === 'ArrowRight' ? { under: clampTarget(under + (key === 'ArrowRight' ? PERCENT : -PERCENT)) } : null,
  },
  choiceSummary: (bet) => {
    const parsed = diceBet.safeParse(bet);
    return parsed.success ? { choice: parsed.data, texts: [words.winsUnder(rollText(parsed.data.under))] } : { choice: null, texts: [] };
  },
  winTexts: (rawOutcome) => {
    const outcome = readOutcome(rawOutcome);
    if (outcome === null) return [];
    const roll = rollText(outcome.roll);
    return [outcome.pays > 0 ? words.rolledUnder(roll, timesCut(outcome.pays / DICE_PAY_SCALE)) : words.rolled(roll)];
  },
});
