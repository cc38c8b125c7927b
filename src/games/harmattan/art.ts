import type { HarmattanSymbol } from '../../core/games/slots/harmattan';
import type { SlotArt } from '../slots/drawing';

/** Dust, ochre and clay, a sun seen through haze, and the cool of the evening. */
export const art: SlotArt<HarmattanSymbol> = {
  inks: '2A190F 4F3118 8F6436 D6A96C FDF1DA FFC85A EE9540 EC6A3E 7AD0C3',
  ground: 'w2 M0 12q12-9 24 0t24 0M0 28q12-9 24 0t24 0M0 44q12-9 24 0t24 0',
  grid: 48,
  symbols: {
    wind: 'r4.5 M3 17h26q8 0 8-7t-8-6q-5 0-5 5M3 26h34q8 0 8 7t-8 7q-5 0-5-5|g4.5 M3 35h18q6 0 6 5t-6 5|l4 M42 15h0M9 8h0M16 8h0',
    camel: 'a M3 10q3-6 9-4 3 1 3 5v9q0 4 3 2 2-12 9-12t9 11q8 1 9 9v15h-5V34H21v11h-5V33Q8 30 8 15q-4 0-5-5z|c M22 21q5-5 10 0v8H22z|g2 M22 29h10|n2.5 M10 10h0',
    baobab: 'a M14 45q6-6 4-21h12q-2 15 4 21z|a4.5= M21 27Q10 24 6 16M22 25q-7-6-6-16|l9= M7 14h0M16 7h0|l9 M24 5h0|n2 M22 44V32M27 44v-7',
    sun: 'g O24 24 12|a4= M24 3v3M9 9l3 3M3 24h3M9 39l3-3M24 45v-3|a3 M16 21h16M14 27h20',
    turban: 'r M31 31q13 1 13 14-10 1-17-11z|r M4 27Q4 5 24 5t20 22q-5 9-20 9T4 27z|w3 M6 22q18-16 36 4M9 31q14-22 31-15M17 35q10-12 25-8|cg2 O16 20 4.5',
    groundnut: 'a M13 4q11-4 14 7 1 5 6 8 13 8 9 18T26 45q-8-2-11-11-1-6-6-9Q-1 13 13 4z|i2.5 M13 12h0M20 10h0M10 18h0M17 17h0M22 22h0M17 27h0M24 29h0M31 27h0M21 35h0M29 36h0M37 33h0M34 41h0|r2.5 M9 11q1-3 5-4',
    dune: 'w M2 40q14-4 20-24 6 24 24 24z|a M22 16q-2 14 4 24h20q-18 0-24-24z|r3 M4 45h40|g O37 12 5',
    kite: 'cr2 M24 2l14 16-14 17L10 18z|g2.5 M24 4v30M11 18h26|l3 M24 35q9 3 2 6t4 5',
    reed: 'l3.5 M24 46V12M13 46q4-17-3-29M35 46q-4-17 3-29M24 40q4-8 8-10|c8 M24 7v9M8 13l2 6M40 13l-2 6',
  },
};
