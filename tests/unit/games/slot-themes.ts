/** Every slot with what its face is made of. */
import type { SlotTheme } from '../../../src/core/games/slots/theme';
import { SLOT_THEMES } from '../../../src/core/games/slots/themes';
import type { SlotArt } from '../../../src/games/slots/drawing';
import type { SymbolNames } from '../../../src/games/slots/symbol-names';

const arts = import.meta.glob<{ readonly art: SlotArt }>('../../../src/games/*/art.ts', { eager: true });
const named = import.meta.glob<{ readonly SYMBOL_NAMES: SymbolNames }>('../../../src/games/*/names.ts', { eager: true });

export interface Dressed {
  readonly gameId: string;
  readonly theme: SlotTheme;
  readonly art: SlotArt;
  readonly names: SymbolNames;
}

export const DRESSED: readonly Dressed[] = SLOT_THEMES.map((theme) => {
  const { gameId } = theme;
  const art = arts[`../../../src/games/${gameId}/art.ts`]?.art;
  const names = named[`../../../src/games/${gameId}/names.ts`]?.SYMBOL_NAMES;
  if (art === undefined || names === undefined) throw new Error(`${gameId} has no face`);
  return { gameId, theme, art, names };
});

export function dressed(gameId: string): Dressed {
  const found = DRESSED.find((each) => each.gameId === gameId);
  if (found === undefined) throw new Error(`no slot ${gameId}`);
  return found;
}
