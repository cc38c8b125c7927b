import { blackjackAction, blackjackEngine } from '../../core/games/blackjack';
import { closeStepped } from '../../core/games/stepped';
import type { GameFace } from '../face';
import { BlackjackActions } from './BlackjackActions';
import { BlackjackRules } from './BlackjackRules';
import { BlackjackStage } from './BlackjackStage';
import { adds, endings, moveOf, readView, standing } from './table-view';
import { words } from './words';

export const face: GameFace = {
  engine: closeStepped(blackjackEngine),
  Stage: BlackjackStage,
  stage: { label: words.stage, help: words.stageHelp },
  Rules: BlackjackRules,
  steps: {
    Actions: BlackjackActions,
    actionOf: (told, key) => moveOf(readView(told), key),
    adds: (action) => {
      const fit = blackjackAction.safeParse(action);
      return fit.success && adds(fit.data.kind);
    },
    tell: (told) => {
      const view = readView(told);
      return view === null ? '' : standing(view);
    },
  },
  chosen: (_bet, actions) => ({
    choice: null,
    told: actions.flatMap((action) => {
      const fit = blackjackAction.safeParse(action);
      return fit.success ? [words.moves[fit.data.kind]] : [];
    }),
  }),
  paidBy: (told) => {
    const view = readView(told);
    return view === null ? [] : endings(view);
  },
};
