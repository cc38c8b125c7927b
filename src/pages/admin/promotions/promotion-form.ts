/** Turns a promotion into the text of a form, and back. Pure. */
import type { Promotion, PromotionTerms } from '../../../core/contract/promotions';
import { koboToNaira } from '../../../core/money';
import { parseNairaText } from '../../../core/naira-text';
import type { PromotionPatch } from '../../../bridge/actions/admin-promotions';
import { words } from './words';

export type PromotionField = keyof typeof words.fields;
export type PromotionForm = Readonly<Partial<Record<PromotionField, string>>>;
export interface Difference {
  readonly field: PromotionField | 'enabled';
  readonly before: string;
  readonly after: string;
}

export type FormErrors = Partial<Record<PromotionField, string>>;

const FIELDS = {
  'deposit-match': ['name', 'approvalNumber', 'percent', 'maxBonus', 'minDeposit', 'wagering', 'maxStake', 'capTimes', 'validDays', 'claimDays', 'weekdays', 'once', 'budget'],
  'free-spins': ['name', 'approvalNumber', 'gameId', 'spins', 'stake', 'wagering', 'maxStake', 'capTimes', 'validDays', 'budget'],
  draw: ['name', 'approvalNumber', 'prizes'],
} as const satisfies Record<PromotionTerms['kind'], readonly PromotionField[]>;

export const fieldsOf = (kind: PromotionTerms['kind']): readonly PromotionField[] => FIELDS[kind];

/** Fields of the promotion itself; the others are its terms. */
const OF_PROMOTION: ReadonlySet<PromotionField> = new Set(['name', 'approvalNumber']);

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The days that a form's text names by their numbers, in the order of the week. */
export function weekdaysOf(text: string): readonly (typeof WEEKDAYS)[number][] {
  const parts = text.split(/[\s,]+/);
  return WEEKDAYS.filter((day) => parts.includes(String(day)));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function formOf({ name, terms, approvalNumber }: Pick<Promotion, 'name' | 'terms' | 'approvalNumber'>): PromotionForm {
  const values: Readonly<Record<string, unknown>> = { ...terms, name, approvalNumber };
  const form: Partial<Record<PromotionField, string>> = {};
  for (const field of fieldsOf(terms.kind)) form[field] = field === 'prizes' ? textOf(values[field]).replaceAll(', ', ' ') : textOf(values[field]);
  return form;
}

/** The changes of a proposal, field by field, as the form writes them. */
export function differencesOf(promotion: Promotion, patch: PromotionPatch): readonly Difference[] {
  const before = formOf(promotion);
  const after = formOf({ ...promotion, ...patch } as Promotion);
  const switchDifference: Difference[] = patch.enabled === undefined || patch.enabled === promotion.enabled
    ? []
    : [{ field: 'enabled', before: words.onOff(promotion.enabled), after: words.onOff(patch.enabled) }];
  const changedFields = fieldsOf(promotion.terms.kind).filter((field) => before[field] !== after[field]);
  return [
    ...switchDifference,
    ...changedFields.map((field) => ({ field, before: shownOf(field, before[field]), after: shownOf(field, after[field]) })),
  ];
}

/** A field's text for people to read; empty where it is empty. */
export function readableOf(field: PromotionField, value = ''): string {
  if (field === 'once') return value === 'week' ? words.once.week : words.once.ever;
  if (field === 'weekdays') return weekdaysOf(value).map((day) => words.weekdays[day]).join(', ');
  return value;
}

const shownOf = (field: PromotionField, value: string | undefined): string => readableOf(field, value) || words.empty;

type Read = { readonly value: unknown } | { readonly error: string };

function number(text: string): Read {
  return /^\d+$/.test(text) ? { value: Number(text) } : { error: words.notANumber };
}

function naira(text: string): Read {
  const parsed = parseNairaText(text);
  return typeof parsed === 'number' ? { value: koboToNaira(parsed) } : { error: words.notANumber };
}

function days(text: string): Read {
  if (text === '') return { value: null };
  const parts = text.split(/[\s,]+/);
  return parts.every((part) => /^[1-7]$/.test(part)) ? { value: [...new Set(parts.map(Number))].sort((a, b) => a - b) } : { error: words.notDays };
}

function list(text: string): Read {
  const read = text.split(/[\s;]+/).filter((part) => part !== '').map(naira);
  const values = read.flatMap((each) => ('value' in each ? [each.value] : []));
  return read.length > 0 && values.length === read.length ? { value: values } : { error: words.notANumber };
}

const plain = (text: string): Read => ({ value: text });

const READERS: Readonly<Record<PromotionField, (text: string) => Read>> = {
  name: plain, approvalNumber: plain, gameId: plain, once: plain,
  percent: number, wagering: number, validDays: number, claimDays: number, spins: number, capTimes: number,
  budget: naira, maxBonus: naira, minDeposit: naira, maxStake: naira, stake: naira, weekdays: days, prizes: list,
};

/**
 * The changes to `promotion`, ready to send, or the fields that can't be read. The platform itself refuses values that can be read but are
 * not allowed. It is null where nothing is changed.
 */
export function patchOf(form: PromotionForm, promotion: Promotion): { patch: PromotionPatch } | { errors: FormErrors } | null {
  const before = formOf(promotion);
  const changedFields = fieldsOf(promotion.terms.kind).filter((field) => (form[field] ?? '').trim() !== before[field]);
  if (changedFields.length === 0) return null;
  const errors: FormErrors = {};
  const terms: Record<string, unknown> = { ...promotion.terms };
  for (const field of changedFields) {
    const read = READERS[field]((form[field] ?? '').trim());
    if ('error' in read) errors[field] = read.error;
    else if (!OF_PROMOTION.has(field)) terms[field] = read.value;
  }
  if (Object.keys(errors).length > 0) return { errors };
  return {
    patch: {
      ...(changedFields.includes('name') && { name: (form.name ?? '').trim() }),
      ...(changedFields.includes('approvalNumber') && { approvalNumber: (form.approvalNumber ?? '').trim() }),
      // A cast in place of a check, because the platform checks every field against the contract.
      ...(changedFields.some((field) => !OF_PROMOTION.has(field)) && { terms: terms as unknown as PromotionTerms }),
    },
  };
}

/** The terms as they are typed; null while a field can't be read. */
export function typedTerms(form: PromotionForm, promotion: Promotion): PromotionTerms | null {
  const read = patchOf(form, promotion);
  if (read === null) return promotion.terms;
  return 'errors' in read ? null : (read.patch.terms ?? promotion.terms);
}
