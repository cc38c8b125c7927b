import { nollywoodReel, nollywoodReelEngine } from '../../core/games/slots/nollywood-reel';
import { slotFace } from '../slots/slot-face';
import { art } from './art';
import { SYMBOL_NAMES } from './names';

export const face = slotFace(nollywoodReelEngine, nollywoodReel, SYMBOL_NAMES, art);
