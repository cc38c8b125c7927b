import { fractionToNumber } from '../../core/fraction';
import { closeEngine } from '../../core/games/engine';
import { PLINKO_PAY_SCALE, PLINKO_RISKS, PLINKO_RTP, plinkoEngine } from '../../core/games/plinko';
import { hideChoiceType } from '../face';
import type { ControlsProps } from '../face';
import { timesWords } from '../facts';
import { Choices } from '../table/Choices';
import { FIRST_CHOICE, nextRisk, readOutcome, riskOdds, riskOf } from './plinko-bet';
import type { PlinkoChoice } from './plinko-bet';
import { PlinkoRules } from './PlinkoRules';
import { PlinkoStage } from './PlinkoStage';
import { words } from './words';

function Controls({ choice: { risk }, onChoice, disabled }: ControlsProps<PlinkoChoice>) {
  return (
    <Choices
      legend={words.risk} name="risk" values={PLINKO_RISKS} nameOf={(each) => words.risks[each]} selected={risk}
      onChoose={(each) => onChoice({ risk: each })} disabled={disabled}
    />
  );
}

export const face = hideChoiceType<PlinkoChoice>({
  engine: closeEngine(plinkoEngine),
  Stage: PlinkoStage,
  stage: { label: words.stage, help: words.stageHelp },
  Rules: PlinkoRules,
  bet: {
    initial: FIRST_CHOICE,
    Controls,
    betOf: ({ risk }) => ({ risk }),
    returns: ({ risk }) => fractionToNumber(PLINKO_RTP[risk]),
    odds: ({ risk }) => riskOdds(risk),
    onKey: (choice, key) => (key === 'ArrowLeft' || key === 'ArrowRight' ? nextRisk(choice, key === 'ArrowRight' ? 1 : -1) : null),
  },
  choiceSummary: (bet) => {
    const risk = riskOf(bet);
    return risk === null ? { choice: null, texts: [] } : { choice: { risk }, texts: [words.head(words.risks[risk])] };
  },
  winTexts: (rawOutcome) => {
    const outcome = readOutcome(rawOutcome);
    return outcome === null ? [] : [words.landed(outcome.bucket + 1, timesWords(outcome.pays / PLINKO_PAY_SCALE))];
  },
});
