/** What a key does at the desk. Pure. */
import { entryOf } from '../../../core/words/is-key-of';

export type DeskKey = 'search' | 'next' | 'previous' | 'open' | 'list';

const KEYS: Readonly<Record<string, DeskKey>> = { '/': 'search', j: 'next', k: 'previous', Enter: 'open', '?': 'list' };

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** Somebody else has acted on it. */
  readonly defaultPrevented: boolean;
  /** The focus is in a field, or in a dialog. */
  readonly isTyping: boolean;
}

/** Null: the key is not for the desk. */
export function deskKeyOf({ key, ctrlKey, metaKey, altKey, defaultPrevented, isTyping }: Pressed): DeskKey | null {
  if (defaultPrevented || isTyping || ctrlKey || metaKey || altKey) return null;
  return entryOf(KEYS, key) ?? null;
}

/** The place of the row to go to among `count` rows; null where there is none further. `at` is -1 while the focus is on no row. */
export function rowAfter(key: 'next' | 'previous', at: number, count: number): number | null {
  const to = at === -1 ? 0 : at + (key === 'next' ? 1 : -1);
  return to >= 0 && to < count ? to : null;
}
