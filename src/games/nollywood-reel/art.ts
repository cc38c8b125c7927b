import type { NollywoodReelSymbol } from '../../core/games/slots/nollywood-reel';
import type { SlotArt } from '../slots/drawing';

/** A dark studio: grey steel, a red chair, marquee gold. */
export const art: SlotArt<NollywoodReelSymbol> = {
  inks: '101218 21242D 414756 98A2B8 FFF7E8 FFCB45 DB8C22 F5484F 4CC8DC',
  ground: 'w1.5 M4 4h10v7H4zM20 4h10v7H20zM36 4h10v7H36zM4 37h10v7H4zM20 37h10v7H20zM36 37h10v7H36zM0 15h48M0 33h48',
  grid: 48,
  symbols: {
    star: 'g M24 2l6.5 14.5 15.5 1.5-11.5 10.5 3.5 15.5L24 36l-14 8 3.5-15.5L2 18l15.5-1.5z|a M24 2v34l14 8-3.5-15.5L46 18l-15.5-1.5z|r2.5 M14 21l5-1 2-5',
    camera: 'wr2.5 O13 12 8|wr2.5 O30 14 6.5|n4 M13 12h0M30 14h0|c M4 21h28v21H4z|r M33 27l12-6v21l-12-6z|n2.5 M9 28h10M9 34h5',
    producer: 'w4= M10 4v22M11 27l26 18|c M9 6h30v10H9zM8 25h32v6H8z|w4= M6 22h8|g M24 7l1.5 3 3 .5-2.5 2 .5 3-2.5-1.5-2.5 1.5 .5-3-2.5-2 3-.5z',
    videotape: 'br2.5 M3 9h42v31H3z|r M8 13h32v15H8z|nw3 O17 20.5 4|nw3 O31 20.5 4|c4 M10 34h28',
    ticket: 'gr2 M3 13h42v6q-5 5 0 10v6H3v-6q5-5 0-10z|n2.5 M33 17h0M33 22h0M33 27h0M33 32h0|c M18 16l2.5 5.5 6 .5-4.5 4 1.5 6-5.5-3-5.5 3 1.5-6-4.5-4 6-.5z',
    megaphone: 'w M10 30h9l5 14h-9z|l M3 20L35 6v35L3 30z|r5 M36 6v35|g3 M42 16l3-3M43 24h3M42 31l3 3',
    lamp: 'g M26 12l19-8v29L27 25z|w M4 13l20-4 6 19-19 5z|n2.5 M10 17l3 10M16 16l3 10|r3.5 M17 32v12M9 45h16|b4 M6 9l22-5',
    bulb: 'g M24 2q15 0 15 14 0 8-7 14v3H16v-3Q9 24 9 16 9 2 24 2z|a2.5 M19 31V17l5 5 5-5v14|w M16 35h16v4H16zM18 41h12q-1 5-6 5t-6-5z',
    slate: 'r M4 21h40v24H4z|r M3 13L41 2l3 9L6 22z|n M9 11l6-2 5 7-6 2zM21 8l6-2 5 7-6 2zM33 4l6-2 4 7-5 2zM4 21h40v2H4z|n2.5 M10 30h14M10 37h9M31 29v10|c5 M36 35h0',
  },
};
