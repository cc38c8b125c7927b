import { lagosNights, lagosNightsEngine } from '../../core/games/slots/lagos-nights';
import { slotFace } from '../slots/slot-face';
import { art } from './art';
import { SYMBOL_NAMES } from './names';

export const face = slotFace(lagosNightsEngine, lagosNights, SYMBOL_NAMES, art);
