import type { LagosNightsSymbol } from '../../core/games/slots/lagos-nights';
import type { SlotArt } from '../slots/drawing';

/** The city after dark: neon pink and lagoon blue under a violet sky, danfo yellow between them. */
export const art: SlotArt<LagosNightsSymbol> = {
  inks: '0B0A22 1A1245 432075 8A6BFF F4F0FF FFC72C E0930F FF4FA3 2FD4E6',
  ground: 'w1.5 M6 10h7v9H6zM20 10h7v9h-7zM34 10h7v9h-7zM6 33h7v9H6zM34 33h7v9h-7z|g M20 33h7v9h-7z',
  grid: 48,
  symbols: {
    neon: 'nc3.5 M12 3h24q9 0 9 9v24q0 9-9 9H12q-9 0-9-9V12q0-9 9-9z|r1 M13 8h22q5 0 5 5v22q0 5-5 5H13q-5 0-5-5V13q0-5 5-5z|l4 M12 16h10l-5 7q7 0 7 5t-6 5q-4 0-6-3M29 22l8 10M37 22l-8 10',
    danfo: 'g M3 12q0-4 4-4h29q3 0 4 3l5 13v11q0 2-2 2H5q-2 0-2-2z|n M3 25h42v2.5H3zM3 30h42v1.5H3z|b M7 12h9v9H7zM19 12h9v9h-9zM31 12h6l4 9H31z|ir2.5 O13 37 5|ir2.5 O35 37 5',
    bridge: 'w2 M24 6L3 33M24 6l21 27M24 13L11 33M24 13l13 20M24 21l-6 12M24 21l6 12|r4 M24 4v36|g4 M3 34h42|l2.5 M3 43q5-4 10 0t10 0 10 0 12 0',
    moon: 'g M29 3a21 21 0 1 0 16 28a18 18 0 0 1-16-28z|a2.5 M12 22h0M17 33h0M28 39h0|r M38 7l2 5 5 2-5 2-2 5-2-5-5-2 5-2z',
    speaker: 'br2.5 M11 3h26v42H11z|nc3 O24 31 9|c O24 31 3|nl2.5 O24 12 4.5',
    glasses: 'r2.5 M22 20q2-2 4 0M4 18l-2-3M44 18l2-3|cr2= M4 17h18v6q0 9-9 9t-9-9z|r2 M9 21l3 6M31 21l3 6',
    fish: 'l M2 24q14-19 30-4l14-10q-5 14 0 28L32 28Q16 43 2 24z|n O11 22 2.5|n2.5 M19 16q4 8 0 16M26 18q3 6 0 12',
    palm: 'a5 M24 18q-4 12-3 27|l4.5= M24 16q-7-11-18-4M24 17q-12-2-17 9M24 18q-7 2-8 13|g= O21 19 2.5',
    lamp: 'r2.5 M15 13q0-10 9-10t9 10|br2 M16 16h16l4 8q0 7-6 14H18q-6-7-6-14z|g M24 19q9 10 0 16-9-6 0-16z|w M15 11h18v5H15zM14 38h20v7H14z',
  },
};
