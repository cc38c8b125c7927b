import { blackjackAction, blackjackEngine } from '../../core/games/blackjack';
import { closeStepped } from '../../core/games/stepped';
import type { GameFace } from '../face';
import { BlackjackActions } from './BlackjackActions';
import { BlackjackRules } from './BlackjackRules';
import { BlackjackStage } from './BlackjackStage';
import { addsStake, endings, moveOf, readView, tableSummary } from './table-view';
import { words } from './words';

export const face: GameFace = {
  engine: closeStepped(blackjackEngine),
  Stage: BlackjackStage,
  stage: { label: words.stage, help: words.stageHelp },
  Rules: BlackjackRules,
  steps: {
    Actions: BlackjackActions,
    actionOf: (rawView, key) => moveOf(readView(rawView), key),
    addsStake: (action) => {
      const parsed = blackjackAction.safeParse(action);
      return parsed.success && addsStake(parsed.data.kind);
    },
    describe: (rawView) => {
      const view = readView(rawView);
      return view === null ? '' : tableSummary(view);
    },
  },
  choiceSummary: (_bet, actions) => ({
    choice: null,
    texts: actions.flatMap((action) => {
      const parsed = blackjackAction.safeParse(action);
      return parsed.success ? [words.moves[parsed.data.kind]] : [];
    }),
  }),
  winTexts: (outcome) => {
    const view = readView(outcome);
    return view === null ? [] : endings(view);
  },
};
