/**
 * `apply-update`: take over now. `clean-up`: a tab may have been closed, so check whether older files can be deleted.
 * `take-page`: control the page, which the end of the first install has missed. `data-used`: say through the port that comes with it how
 * much was downloaded.
 */
export type PageMessage = 'apply-update' | 'clean-up' | 'take-page' | 'data-used';

/** Reads a page's message; null for anything else, which comes from another build and is ignored. */
export function readPageMessage(value: unknown): PageMessage | null {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : null;
  return type === 'apply-update' || type === 'clean-up' || type === 'take-page' || type === 'data-used' ? type : null;
}
