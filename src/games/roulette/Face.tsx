import { closeEngine } from '../../core/games/engine';
import { rouletteBet, rouletteEngine } from '../../core/games/roulette';
import { formatNaira, kobo } from '../../core/money';
import { closeFace } from '../face';
import { NO_CHIPS, betsOf, clearTable, readOutcome, stakeOf, tableOdds } from './chips';
import type { RouletteChoice } from './chips';
import { RouletteControls } from './RouletteControls';
import { RouletteRules } from './RouletteRules';
import { RouletteStage } from './RouletteStage';
import { colourOf, spotName } from './spots';
import { words } from './words';

export const face = closeFace<RouletteChoice>({
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
  choiceSummary: (bet) => {
    const parsed = rouletteBet.safeParse(bet);
    const texts = parsed.success ? parsed.data.bets.map(({ spot, stake }) => words.onSpot(formatNaira(kobo(stake)), spotName(spot))) : [];
    return { choice: null, texts };
  },
  winTexts: (rawOutcome) => {
    const outcome = readOutcome(rawOutcome);
    if (outcome === null) return [];
    const text = words.fell(outcome.number, words.colours[colourOf(outcome.number)]);
    const [first, ...more] = outcome.wins.map(({ spot, win }) => words.won(spotName(spot), formatNaira(kobo(win))));
    return first === undefined ? [text] : [`${text}: ${first}`, ...more];
  },
});
