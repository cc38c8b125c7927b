import type { ReactNode } from 'react';

/** The ids of the notes that are drawn below a field, for its `aria-describedby`; undefined where there are none. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  const parts = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}
