import type { ZumaRockSymbol } from '../../core/games/slots/zuma-rock';
import type { SlotArt } from '../slots/drawing';

/** Grey stone over the green of the plain, at first light. */
export const art: SlotArt<ZumaRockSymbol> = {
  inks: '0E1C1A 1A3A32 2F6551 97B3AA F2F6EA FFD166 E6A04F F06A42 83D463',
  ground: 'w2 M0 34Q0 14 12 14t12 20Q24 14 36 14t12 20M-12 10Q0-10 12 10M12 10Q24-10 36 10M36 10Q48-10 60 10|l2 M0 36h48',
  grid: 48,
  symbols: {
    rock: 'g O37 9 6|w M5 44V25Q8 6 24 5t19 19v20z|b3 M13 16v18M20 9v28M27 9v20M34 14v24|l M2 39q11-5 22 0t22 0v6H2z',
    leopard: 'a M7 6q7-2 10 4h14q3-6 10-4l2 12q0 20-19 26Q5 38 5 18z|n3.5= M14 13h0M21 15h0M10 27h0M14 33h0M19 38h0|rn2= M12 20q5-3 8 3-6 2-8-3z|r M18 29h12q3 9-6 11-9-2-6-11z|c M19 28h10l-5 5z',
    hornbill: 'n M3 46|w M3 46Q3 15 17 12q10 0 11 12 0 12-6 22z|g M24 13q18-1 22 25-8-14-21-13z|c M19 12Q29 1 42 10q-9-1-13 5z|nr2 O19 20 3|r3 M14 33q2 6 1 11',
    butterfly: 'c= M23 23Q10 0 3 8q-3 18 12 19 8 0 8-4z|a= M23 26Q8 27 9 39q4 8 10 1 4-5 4-14z|r3.5 M24 17v22|r2= M24 16q-1-7-7-10|g5= M11 15h0M15 36h0',
    cloud: 'r M12 33q-10 0-10-9t10-9Q14 4 25 4t12 11q9 0 9 9t-9 9z|l3.5 M13 39l-2 5M25 39l-2 5M37 39l-2 5',
    vine: 'l4 M12 46Q5 30 22 27t14-18q-7-8-11-1t6 7|l M12 33Q-1 31 3 17q11 3 9 16zM24 27q1 15 18 12-3-14-18-12z|n2 M6 21l4 8M30 31l7 5',
    pebble: 'w M5 38q0-8 19-8t19 8-19 8-19-8z|r M10 26q0-7 14-7t14 7-14 7-14-7z|a M16 13q0-8 9-8t8 8-9 7-8-7z',
    grass: 'l= M22 45Q19 26 4 17q3 18 9 28zM22 45Q19 26 12 9q-2 14 5 36z|r M21 45q0-26 3-42 3 16 3 42z|g3 M10 12h0M38 12h0M24 4h0',
    eagle: 'a= M24 20Q14 0 1 4q0 5 4 8-3 0-3 2 2 6 7 7-2 1-1 3 6 6 16 2z|n2= M8 12q6 1 10 6M11 20q4 0 8 3|b M18 18h12l-1 13 5 14q-10 4-20 0l5-14z|r M17 17q0-12 8-12 7 0 7 9l-2 8q-6 4-12 0z|g M30 11q7 2 5 8l-6-4z|n2.5 M26 12h0|g4= M21 34v3',
  },
};
