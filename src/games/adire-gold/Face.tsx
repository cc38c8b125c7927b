import { closeEngine } from '../../core/games/engine';
import { ADIRE_SYMBOLS, adireGold, adireGoldEngine } from '../../core/games/slots/adire-gold';
import type { AdireSymbol } from '../../core/games/slots/adire-gold';
import type { Kobo } from '../../core/money';
import type { GameFace, StageProps } from '../face';
import { paidBy } from '../slots/paid-by';
import { SlotRules } from '../slots/SlotRules';
import { SlotStage } from '../slots/SlotStage';
import { AdireSymbolArt, AdireSymbolDefs } from './symbols';
import { SYMBOL_NAMES } from './names';

function isAdireSymbol(name: string): name is AdireSymbol {
  return (ADIRE_SYMBOLS as readonly string[]).includes(name);
}

/** An outcome names its symbols as text; one that is not ours is left blank. */
function Art({ name }: { name: string }) {
  return isAdireSymbol(name) ? <AdireSymbolArt name={name} /> : null;
}

function Stage(props: StageProps) {
  return <SlotStage {...props} theme={adireGold} Art={Art} Defs={AdireSymbolDefs} />;
}

function Rules({ stake }: { stake: Kobo }) {
  return <SlotRules theme={adireGold} names={SYMBOL_NAMES} Art={Art} stake={stake} />;
}

export const face: GameFace = {
  engine: closeEngine(adireGoldEngine),
  Stage,
  Rules,
  paidBy: (outcome, stake) => paidBy(adireGold, SYMBOL_NAMES, outcome, stake),
};
