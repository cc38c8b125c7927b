import { adireGold, adireGoldEngine } from '../../core/games/slots/adire-gold';
import { slotFace } from '../slots/slot-face';
import { art } from './art';
import { SYMBOL_NAMES } from './names';

export const face = slotFace(adireGoldEngine, adireGold, SYMBOL_NAMES, art);
