import { parSheet } from '../../../../src/core/games/slots/par';
import type { ParSheet } from '../../../../src/core/games/slots/par';
import type { SlotTheme } from '../../../../src/core/games/slots/theme';

const sheets = new WeakMap<SlotTheme, ParSheet>();

/** The par sheet of a theme, enumerated once for all files that share their modules. */
export function cachedParSheet(theme: SlotTheme): ParSheet {
  const sheet = sheets.get(theme) ?? parSheet(theme);
  sheets.set(theme, sheet);
  return sheet;
}
