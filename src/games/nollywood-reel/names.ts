import type { NollywoodReelSymbol } from '../../core/games/slots/nollywood-reel';
import { catalogue } from '../../core/words/catalogue';

/** One of each symbol in the table, several of it in a sentence. */
export const SYMBOL_NAMES = catalogue('games/nollywood-reel/names', {
  star: ['Star', 'stars'],
  camera: ['Camera', 'cameras'],
  producer: ['Producer’s chair', 'producer’s chairs'],
  videotape: ['Video tape', 'video tapes'],
  ticket: ['Ticket', 'tickets'],
  megaphone: ['Megaphone', 'megaphones'],
  lamp: ['Spotlight', 'spotlights'],
  bulb: ['Light bulb', 'light bulbs'],
  slate: ['Slate', 'slates'],
} satisfies Record<NollywoodReelSymbol, readonly [one: string, several: string]>);
