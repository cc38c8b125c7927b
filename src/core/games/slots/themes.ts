/** Every slots theme, for the tests, which check each of them. The registry says which ones players are offered. */
import { adireGold } from './adire-gold';
import { lagosNights } from './lagos-nights';
import { talkingDrum } from './talking-drum';
import { calabarCarnival } from './calabar-carnival';
import { harmattan } from './harmattan';
import { zumaRock } from './zuma-rock';
import { nollywoodReel } from './nollywood-reel';
import { suyaSpot } from './suya-spot';
import type { SlotTheme } from './theme';

export const SLOT_THEMES: readonly SlotTheme[] = [
  adireGold,
  lagosNights,
  talkingDrum,
  calabarCarnival,
  harmattan,
  zumaRock,
  nollywoodReel,
  suyaSpot,
];
