import { suyaSpot, suyaSpotEngine } from '../../core/games/slots/suya-spot';
import { slotFace } from '../slots/slot-face';
import { art } from './art';
import { SYMBOL_NAMES } from './names';

export const face = slotFace(suyaSpotEngine, suyaSpot, SYMBOL_NAMES, art);
