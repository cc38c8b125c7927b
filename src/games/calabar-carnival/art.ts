import type { CalabarCarnivalSymbol } from '../../core/games/slots/calabar-carnival';
import type { SlotArt } from '../slots/drawing';

/** December in the streets: sea green ground, and every feather another colour. */
export const art: SlotArt<CalabarCarnivalSymbol> = {
  inks: '05201F 0A403D 0F6B60 B892FF FFF6E6 FFD23F FF8A2A FF4478 63E0A3',
  ground: 'w M6 6l7 3-6 5z|g O34 10 3|l M24 26l6-4 1 7z|g M8 36l6 1-3 5z|w2 M38 34q5 3 0 8',
  grid: 48,
  symbols: {
    mask: 'g= M20 18Q8 12 10 2q10 3 14 12z|a M24 18q-6-9 0-17 6 8 0 17z|c M3 19q21-8 42 0 1 17-11 18-7 0-10-8-3 8-10 8Q2 36 3 19z|nr2= M9 23q6-4 11 3-7 4-11-3z|g3 M24 20h0',
    headdress: 'w= M2 18q14 1 18 19Q4 32 2 18z|a= M9 6q13 9 13 31Q8 23 9 6z|c M24 2q9 16 0 34-9-18 0-34z|r4= M24 11h0M14 14h0M8 23h0|gr2 M10 35h28v9H10z|c3 M17 39.5h0M24 39.5h0M31 39.5h0',
    dancer: 'l= M24 9Q12 4 15-1q8 1 9 10z|w M24 8q-4-6 0-9 4 3 0 9z|a O24 13 5|a4.5= M22 22Q12 20 8 8M20 38l-1 7|c M18 19h12l1 7q10 4 13 13-20 6-40 0 3-9 13-13z|g2.5= M8 38q2-5 5-8M19 40l1-9|r3 M20 22h8',
    trumpet: 'g M28 21q11-2 17-11v28q-6-9-17-11H3v-6z|g4 M11 25q-7 12 6 12h10q9 0 4-12|a4 M16 24V12M22 24V12M28 24V12|r4 M3 20v8',
    fan: 'a M24 40L3 19q21-24 42 0z|n2= M24 40L10 14M24 40V8|r3.5 M4 19q20-23 40 0|g5 M24 40v5',
    bangle: 'g9 O24 24 16|c4= M24 8h0M13 12.5h0M8 24h0M13 35.5h0M24 40h0',
    anklet: 'w5 M3 10q21 20 42 0|g= O10 24 6.5|g O24 30 8|n2.5= M8 26l4-2M21 33h3',
    ribbon: 'l M6 5q20-6 31 3-3 6-14 10-8 4-8 10 12 4 26 15l-5 2Q22 36 6 32q-2-10 10-16 8-3 10-5-8-3-18-1z|r2 M12 5q16-2 25 3M15 28q14 5 24 14|c5 M35 26h0M10 41h0',
    confetti: 'c6 M9 10l5 4M34 36l6 1|g6 M31 8l3 5M8 36l5-2|w6 M22 24l5-2|l6 M40 21l1 4M20 39l4 3|r5 M21 7h0M8 23h0M33 27h0M30 44h0M43 9h0',
    float: 'r3= M9 15v16|g M3 16q21-24 42 0z|c M24 14l3 6 6 1-4 5 1 6h-12l1-6-4-5 6-1z|a M2 30h44l-4 10H6z|r2.5 M8 35h32|nr3= O13 41 4',
  },
};
