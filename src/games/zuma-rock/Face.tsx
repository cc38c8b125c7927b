import { zumaRock, zumaRockEngine } from '../../core/games/slots/zuma-rock';
import { slotFace } from '../slots/slot-face';
import { art } from './art';
import { SYMBOL_NAMES } from './names';

export const face = slotFace(zumaRockEngine, zumaRock, SYMBOL_NAMES, art);
