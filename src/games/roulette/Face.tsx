import { closeEngine } from '../../core/games/engine';
import { rouletteEngine } from '../../core/games/roulette';
import { formatNaira, kobo } from '../../core/money';
import { hideChoiceType } from '../face';
import { NO_CHIPS, betsOf, clearTable, readBets, readOutcome, stakeOf, tableOdds } from './chips';
import type { RouletteChoice } from './chips';
import { RouletteControls } from './RouletteControls';
import { RouletteRules } from './RouletteRules';
import { RouletteStage } from './RouletteStage';
import { colourOf, spotName } from './spots';
import { words } from './words';

export const face = hideChoiceType<RouletteChoice>({
  engine: closeEngine(rouletteEngine),
  Stage: RouletteStage,
  stage: { label: words.stage, help: words.stageHelp },
  Rules: RouletteRules,
  bet: {
    initial: NO_CHIPS,
    Controls: RouletteControls,
    betOf: ({ placed }) => ({ bets: betsOf(placed) }),
    stakeOf,
    odds: ({ placed }) => tableOdds(placed),
    after: clearTable,
  },
  choiceSummary: (bet) => ({ choice: null, texts: readBets(bet).map(({ spot, stake }) => words.onSpot(formatNaira(stake), spotName(spot))) }),
  winTexts: (rawOutcome) => {
    const outcome = readOutcome(rawOutcome);
    if (outcome === null) return [];
    const text = words.fell(outcome.number, words.colours[colourOf(outcome.number)]);
    const [first, ...more] = outcome.wins.map(({ spot, win }) => words.won(spotName(spot), formatNaira(kobo(win))));
    return first === undefined ? [text] : [`${text}: ${first}`, ...more];
  },
});
