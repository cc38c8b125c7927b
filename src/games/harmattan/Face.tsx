import { harmattan, harmattanEngine } from '../../core/games/slots/harmattan';
import { slotFace } from '../slots/slot-face';
import { art } from './art';
import { SYMBOL_NAMES } from './names';

export const face = slotFace(harmattanEngine, harmattan, SYMBOL_NAMES, art);
