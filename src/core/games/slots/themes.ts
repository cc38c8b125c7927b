/** Every slots theme. The par sheets are made from this list, and the tests check each. The catalogue says which games are offered. */
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
