import { closeEngine } from '../../core/games/engine';
import type { GameEngine } from '../../core/games/engine';
import type { SlotBet, SlotOutcome } from '../../core/games/slots/slots';
import type { SlotTheme } from '../../core/games/slots/theme';
import type { Kobo } from '../../core/money';
import type { GameFace, StageProps } from '../face';
import type { SlotArt } from './drawing';
import { winTexts } from './win-texts';
import type { SymbolNames } from './symbol-names';
import { SlotRules } from './SlotRules';
import { SlotStage } from './SlotStage';

/** Makes the face of a theme. All slots work alike except for these four parts. */
export function slotFace(engine: GameEngine<SlotBet, SlotOutcome>, theme: SlotTheme, names: SymbolNames, art: SlotArt): GameFace {
  const Stage = (props: StageProps) => <SlotStage {...props} theme={theme} names={names} art={art} />;
  const Rules = ({ stake }: { stake: Kobo }) => <SlotRules theme={theme} names={names} art={art} stake={stake} />;
  return { engine: closeEngine(engine), Stage, Rules, winTexts: (outcome, stake) => winTexts(theme, names, outcome, stake) };
}
