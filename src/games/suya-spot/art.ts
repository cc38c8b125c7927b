import type { SuyaSpotSymbol } from '../../core/games/slots/suya-spot';
import type { SlotArt } from '../slots/drawing';

/** Coals at the roadside after sunset: brick, ember and pepper red. */
export const art: SlotArt<SuyaSpotSymbol> = {
  inks: '210E09 49170C 82290F E0A0C0 FFF4E2 FFC02E F58223 EE3F2C 7CCB55',
  ground: 'a1.5 M0 12L12 0M0 36L36 0M12 48L48 12M36 48L48 36|c1.5 M12 0l36 36M0 12l36 36M36 0l12 12M0 36l12 12',
  grid: 48,
  symbols: {
    skewer: 'r3 M4 44L44 4|a M8 33l7-7 8 8-7 7q-4 3-7 0-4-4-1-8zM18 23l7-7 8 8-7 7zM28 13l6-6q3-2 6 1t1 6l-5 7z|b2.5 M12 33l4 4M22 23l4 4M31 14l4 4|g3 M19 28h0M29 19h0|l4 M17 24l8 8M27 14l7 7',
    chilli: 'c M31 13q9-2 10 5-1 22-37 26 15-9 18-22 2-7 9-9z|r2.5 M36 20q-1 9-10 15|l5 M35 12q0-7 7-9',
    onion: 'l4 M24 13V3M22 12q-3-6-8-7M26 12q3-6 8-7|w M24 11q19 6 19 19T24 45 5 30t19-19z|b2.5= M22 13Q7 26 19 43M24 14v29',
    tomato: 'c M24 15q21-5 21 13T24 45 3 28t21-13z|l M24 17l-13-4 8-2 4-8 5 7 9 2z|r3 M9 27q1-5 5-6',
    pepper: 'g M24 12q7-4 14 0t5 13q-1 9-8 11-4 6-11 9-7-3-11-9-7-2-8-11 0-10 5-13t14 0z|a3= M18 15q-5 10 1 22|l5 M24 12q0-6 5-9|r3 M9 21v3',
    zobo: 'r3 M27 14l6-11h7|c M10 13h28l-4 32H14z|r M9 11h30v4H9z|w M16 19l7-1 1 7-7 1zM25 26l6-2 2 6-6 2z|g O36 14 6|a2 M33 11l6 6M39 11l-6 6',
    flame: 'a M25 2q17 13 16 28-2 15-17 15T7 31q0-9 6-15 2 6 5 8Q16 11 25 2z|g M26 20q9 8 7 16-2 7-9 7t-8-7q0-4 3-7 2 3 4 3-1-7 3-12z',
    newspaper: 'r M5 4h30l8 8v32H5z|w M35 4l8 8h-8z|n4.5 M11 13h17|b2.5 M11 21h26M11 37h26|a M11 26h11v6H11z|b2.5 M27 26h10M27 32h10',
  },
};
