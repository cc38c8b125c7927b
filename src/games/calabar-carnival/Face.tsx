import { calabarCarnival, calabarCarnivalEngine } from '../../core/games/slots/calabar-carnival';
import { slotFace } from '../slots/slot-face';
import { art } from './art';
import { SYMBOL_NAMES } from './names';

export const face = slotFace(calabarCarnivalEngine, calabarCarnival, SYMBOL_NAMES, art);
