import { NIN_PATTERN, VIRTUAL_NIN_PATTERN } from '../../core/contract/identity';
import { words } from './words';

export const KINDS = ['nin', 'virtual-nin'] as const;
export type NumberKind = (typeof KINDS)[number];

const PATTERN = { nin: NIN_PATTERN, 'virtual-nin': VIRTUAL_NIN_PATTERN } satisfies Record<NumberKind, RegExp>;

/** Removes the spaces and dashes that slips print. */
export function normalNumber(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** Recognises which of the two numbers is typed, as soon as a letter is in it. */
export function kindOf(typed: string, kind: NumberKind): NumberKind {
  return /\p{L}/u.test(typed) ? 'virtual-nin' : kind;
}

/** The fault of a number before the platform is asked; null when the number may be right. */
export function numberError(typed: string, kind: NumberKind): string | null {
  return PATTERN[kind].test(normalNumber(typed)) ? null : words.numberErrors[kind];
}
