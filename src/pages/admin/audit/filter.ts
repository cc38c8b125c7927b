/** What somebody typed to look for lines of the trail. Pure. */
import type { AuditFilter } from '../../../core/contract/admin';
import { words } from './words';

export type TypedFilter = Readonly<Record<keyof AuditFilter, string>>;

export const NOTHING_TYPED: TypedFilter = { by: '', action: '', about: '', from: '', to: '' };

/** The filter, without what was left empty; or what is wrong with a field. */
export function filterOf(typed: TypedFilter): { readonly filter: AuditFilter } | { readonly errors: Partial<TypedFilter> } {
  if (typed.from !== '' && typed.to !== '' && typed.to < typed.from) return { errors: { to: words.filter.turned } };
  const entries = Object.entries(typed).map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value !== '');
  return { filter: Object.fromEntries(entries) };
}
