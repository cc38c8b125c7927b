import type { TalkingDrumSymbol } from '../../core/games/slots/talking-drum';
import type { SlotArt } from '../slots/drawing';

/** Aso-oke in plum and magenta, with coral, brass and ivory. */
export const art: SlotArt<TalkingDrumSymbol> = {
  inks: '200A1D 3E1039 6E1D5E BF6BAA FBF0E2 FFC84A CE7F2A F4653F 5DBB6C',
  ground: 'w2 M0 8l6 6 6-6 6 6 6-6 6 6 6-6 6 6 6-6M0 32h48M0 40h48|g2 M0 36h48',
  grid: 48,
  symbols: {
    drum: 'a M8 7h32q0 9-11 17 11 8 11 17H8q0-9 11-17Q8 16 8 7z|r2= M13 8q0 8 9 16-9 8-9 16M20 8q0 9 3 16-3 7-3 16|gr2 M7 3h34v6H7zM7 39h34v6H7z|c M17 21h14v6H17z',
    cap: 'c M7 35Q3 8 20 6t22 7q-4 6 0 22z|g2.5 M13 15l7 5 7-5 7 5M11 24l7 5 7-5 8 5|wr2 M5 33h38v9H5z|g3 M12 37.5h0M20 37.5h0M28 37.5h0M36 37.5h0',
    beads: 'c8= M24 6h0M14 9h0M8 18h0M9 28h0M16 36h0|r2.5= M23 5h0M13 8h0M7 17h0M8 27h0|ga2 M19 37h10v7H19z',
    flywhisk: 'r3.5 M20 18q13 4 22 17M20 18q10 8 16 24M20 18q4 11 6 26M20 18q-2 13-5 25|a6 M7 5l11 11|g7 M20 18h0|c2.5 M9 10l3-3M13 14l3-3',
    horn: 'r M3 10l10-4q2 21 33 25l-3 14Q5 41 3 10z|a3.5 M6 17l9-3M13 31l8-6M28 40l4-10|g4 M44 32l-2 11',
    sekere: 'g M20 3h8v10q13 4 13 17T24 45 7 30t13-17z|b2= M24 14l14 14M18 17l20 20M11 22l17 20M8 31l8 10|r3= M17 31h0M24 24h0M24 38h0M31 17h0',
    kola: 'c M21 5Q3 9 5 26t18 18q-8-20-2-39z|a M26 4q18 4 17 21T27 44q-8-20-1-40z|r2.5 M12 15q-3 6-1 12M36 14q4 6 3 12',
    agogo: 'r4 M13 13q0-9 11-9t11 9|lr2= M10 13h6l6 25H3z|g3.5= M3 40q10 5 19 0',
    ripple: 'w4= M16 15q-7 9 0 18M11 10q-12 14 0 28|r3.5= M7 6q-13 18 0 36|g8 M24 24h0',
  },
};
