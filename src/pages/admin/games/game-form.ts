import type { AdminGame } from '../../../core/contract/admin';
import { koboToNaira } from '../../../core/money';
import { parseNairaText } from '../../../core/naira-text';
import { words } from './words';

/** What an admin types; every field is text until it is saved. */
export interface GameForm {
  readonly name: string;
  /** Separated by commas. */
  readonly categories: string;
  /** Per cent. */
  readonly contribution: string;
  /** Naira. */
  readonly minStake: string;
  readonly maxStake: string;
  readonly position: string;
}

export type GameField = keyof GameForm;

/** What of a form changed, in the shape of the call. */
export interface GameChange {
  name?: string;
  categories?: string[];
  contribution?: number;
  minStake?: number;
  maxStake?: number;
  position?: number;
}

export type FormErrors = Partial<Record<GameField, string>>;

/** Shares of one as per cent without the noise of binary fractions. */
const toPercent = (share: number) => String(Math.round(share * 10_000) / 100);

export function formOf(game: AdminGame): GameForm {
  return {
    name: game.name,
    categories: game.categories.join(', '),
    contribution: toPercent(game.contribution),
    minStake: String(game.minStake),
    maxStake: String(game.maxStake),
    position: String(game.position),
  };
}

function categoriesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((tag) => tag !== '');
}

function numberOf(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}

function nairaOf(text: string): number | null {
  const parsed = parseNairaText(text);
  return typeof parsed === 'number' ? koboToNaira(parsed) : null;
}

/**
 * The fields that differ from `game`, ready to send, or what can't be read as the field wants it. What is readable but not
 * allowed is the platform's to say.
 */
export function changeOf(form: GameForm, game: AdminGame): { change: GameChange } | { errors: FormErrors } {
  const before = formOf(game);
  const changed = (field: GameField) => form[field].trim() !== before[field];
  const change: GameChange = {};
  const errors: FormErrors = {};

  if (changed('name')) change.name = form.name.trim();
  if (changed('categories')) change.categories = categoriesOf(form.categories);
  const numbers = [
    ['contribution', numberOf],
    ['minStake', nairaOf],
    ['maxStake', nairaOf],
    ['position', numberOf],
  ] as const;
  for (const [field, read] of numbers) {
    if (!changed(field)) continue;
    const value = read(form[field]);
    if (value === null) errors[field] = words.notANumber;
    else change[field] = field === 'contribution' ? Math.round(value * 100) / 10_000 : value;
  }
  return Object.keys(errors).length > 0 ? { errors } : { change };
}
