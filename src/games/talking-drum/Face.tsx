import { talkingDrum, talkingDrumEngine } from '../../core/games/slots/talking-drum';
import { slotFace } from '../slots/slot-face';
import { art } from './art';
import { SYMBOL_NAMES } from './names';

export const face = slotFace(talkingDrumEngine, talkingDrum, SYMBOL_NAMES, art);
