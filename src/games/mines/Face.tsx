import { fractionToNumber } from '../../core/fraction';
import { minesAction, minesBet, minesEngine, minesReturn } from '../../core/games/mines';
import { closeStepped } from '../../core/games/stepped';
import { hideChoiceType } from '../face';
import { FIRST_CHOICE, choiceOf, describeMines, isLost, largestCashOut, readView, safeCount } from './mines-view';
import type { MinesChoice } from './mines-view';
import { MinesActions } from './MinesActions';
import { MinesControls } from './MinesControls';
import { MinesRules } from './MinesRules';
import { MinesStage } from './MinesStage';
import { words } from './words';

const COLUMNS = 5;

function actionWords(rawAction: unknown): readonly string[] {
  const action = minesAction.safeParse(rawAction);
  if (!action.success) return [];
  if (action.data.kind === 'cash-out') return [words.cashedOut];
  const { cell } = action.data;
  return [words.cell(Math.floor(cell / COLUMNS) + 1, (cell % COLUMNS) + 1)];
}

export const face = hideChoiceType<MinesChoice>({
  engine: closeStepped(minesEngine),
  Stage: MinesStage,
  stage: { label: words.stage, help: words.stageHelp },
  Rules: MinesRules,
  bet: {
    initial: FIRST_CHOICE,
    Controls: MinesControls,
    betOf: ({ mines }) => ({ mines }),
    returns: ({ mines }, stake) => fractionToNumber(minesReturn(mines, stake)),
    odds: ({ mines }, stake) => largestCashOut(mines, stake),
    onKey: ({ mines }, key) => (key === 'ArrowLeft' || key === 'ArrowRight' ? choiceOf(mines + (key === 'ArrowRight' ? 1 : -1)) : null),
  },
  steps: {
    Actions: MinesActions,
    actionOf: (view, key) => (key.toLowerCase() === 'c' && (readView(view)?.opened.length ?? 0) > 0 ? { kind: 'cash-out' } : null),
    describe: describeMines,
  },
  choiceSummary: (bet, actions) => {
    const parsed = minesBet.safeParse(bet);
    const before = parsed.success ? [words.before(parsed.data.mines)] : [];
    return { choice: parsed.success ? parsed.data : null, texts: [...before, ...actions.flatMap(actionWords)] };
  },
  winTexts: (outcome) => {
    const view = readView(outcome);
    if (view === null) return [];
    const safe = safeCount(view);
    if (!isLost(view)) return [safe === 0 ? words.returned : words.cashed(safe)];
    return [safe === 0 ? words.lostAtOnce : words.lost(safe)];
  },
});
