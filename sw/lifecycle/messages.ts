/** What a page may ask of the service worker. Anything else is of another build, and ignored. */
export type PageMessage = { readonly type: 'apply-update' };

export function isPageMessage(value: unknown): value is PageMessage {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'apply-update';
}
