import type { AdminGame } from '../../../core/contract/admin';
import { lagosMinute, readLagosMinute } from '../../../core/games/hidden-until';
import { koboToNaira } from '../../../core/money';
import { parseNairaText } from '../../../core/naira-text';
import type { SomeGame } from './edit';
import { words } from './words';

/** The form as an admin types it; every field is text until it is saved. */
export interface GameForm {
  readonly name: string;
  /** Separated by commas. */
  readonly categories: string;
  /** Per cent. */
  readonly contribution: string;
  /** Naira. */
  readonly minStake: string;
  readonly maxStake: string;
  /** `YYYY-MM-DD`, or nothing. */
  readonly newFrom: string;
  /** `YYYY-MM-DDTHH:MM` in Lagos, or nothing. */
  readonly hiddenUntil: string;
  /** `yes` or `no`; switched in the list, not in the form. */
  readonly enabled: string;
}

export type GameField = keyof GameForm;
export const FIELDS: readonly GameField[] = ['name', 'categories', 'contribution', 'minStake', 'maxStake', 'newFrom', 'hiddenUntil', 'enabled'];

export type FormErrors = Partial<Record<GameField, string>>;

/** Shares of one in per cent, without the noise of binary fractions. */
const toPercent = (share: number) => String(Math.round(share * 10_000) / 100);

export function formOf(game: AdminGame): GameForm {
  return {
    name: game.name,
    categories: game.categories.join(', '),
    contribution: toPercent(game.contribution),
    minStake: String(game.minStake),
    maxStake: String(game.maxStake),
    newFrom: game.newFrom ?? '',
    hiddenUntil: typeof game.hiddenUntil === 'string' ? lagosMinute(Date.parse(game.hiddenUntil)) : '',
    enabled: game.enabled ? 'yes' : 'no',
  };
}

export function categoriesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((tag) => tag !== ''))];
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
 * The changes that the form makes to `game`, or the fields that can't be read. The platform itself refuses values that can be read but are
 * not allowed.
 */
export function changesOf(form: GameForm, game: AdminGame): { changes: SomeGame } | { errors: FormErrors } {
  const before = formOf(game);
  const isChanged = (field: GameField) => form[field].trim() !== before[field];
  const changes: { -readonly [M in keyof SomeGame]: SomeGame[M] } = {};
  const errors: FormErrors = {};

  if (isChanged('name')) changes.name = form.name.trim();
  if (isChanged('categories')) changes.categories = categoriesOf(form.categories);
  if (isChanged('newFrom')) changes.newFrom = form.newFrom.trim() === '' ? null : form.newFrom.trim();
  if (isChanged('hiddenUntil')) {
    const atMs = readLagosMinute(form.hiddenUntil);
    if (atMs !== null) changes.hiddenUntil = new Date(atMs).toISOString();
    else if (form.hiddenUntil.trim() === '') changes.hiddenUntil = null;
    else errors.hiddenUntil = words.notATime;
  }
  if (isChanged('enabled')) changes.enabled = form.enabled === 'yes';
  const numbers = [['contribution', numberOf], ['minStake', nairaOf], ['maxStake', nairaOf]] as const;
  for (const [field, read] of numbers) {
    if (!isChanged(field)) continue;
    const value = read(form[field]);
    if (value === null) errors[field] = words.notANumber;
    else changes[field] = field === 'contribution' ? Math.round(value * 100) / 10_000 : value;
  }
  return Object.keys(errors).length > 0 ? { errors } : { changes };
}

/** Two versions of what somebody typed, side by side. */
export interface Difference {
  readonly field: GameField;
  readonly mine: string;
  readonly theirs: string;
  /** True where both sides changed the field; otherwise only this admin did. */
  readonly isContested: boolean;
}

/**
 * Puts this admin's changes over the newer version. `start` is the form before typing; a field that was left alone takes the newer value.
 */
export function overTheirs(mine: GameForm, start: GameForm, theirs: GameForm): GameForm {
  return { ...theirs, ...Object.fromEntries(FIELDS.filter((field) => mine[field] !== start[field]).map((field) => [field, mine[field]])) };
}

export function differences(mine: GameForm, start: GameForm, theirs: GameForm): readonly Difference[] {
  return FIELDS.filter((field) => mine[field] !== start[field] && mine[field].trim() !== theirs[field]).map((field) => ({
    field, mine: mine[field], theirs: theirs[field], isContested: start[field] !== theirs[field],
  }));
}
