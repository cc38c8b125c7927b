/** Names of what games are sorted by; ids that nobody has named here are written out. */
import type { GameKind } from '../core/games/engine';

const KINDS: Readonly<Record<GameKind, string>> = {
  slots: 'Slots',
  roulette: 'Roulette',
  blackjack: 'Blackjack',
  mines: 'Mines',
  plinko: 'Plinko',
  dice: 'Dice',
};

const CATEGORIES: Readonly<Record<string, string>> = {
  ...KINDS,
  table: 'Table games',
  'made-in-naija': 'Made in Naija',
};

/** "high-rollers" → "High rollers". */
function writtenOut(id: string): string {
  const text = id.replaceAll('-', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function kindName(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as GameKind] : writtenOut(kind);
}

export function categoryName(id: string): string {
  return Object.hasOwn(CATEGORIES, id) ? (CATEGORIES[id] ?? id) : writtenOut(id);
}
