import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';
import { deskKeyOf, rowAfter } from './keys';

const TYPED_INTO = 'input, textarea, select, [contenteditable]';
const SEARCH = 'input[type="search"], input[data-search]';
const CONTROL = 'a[href], button:not(:disabled), textarea:not(:disabled), input:not(:disabled), select:not(:disabled), summary';

interface Options {
  /** `?` was pressed. */
  readonly onList: () => void;
  /** `/` was pressed where the open tab has nothing to search in. */
  readonly onSearchElsewhere: () => void;
}

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && (target.matches(TYPED_INTO) || target.closest('dialog') !== null || document.querySelector('dialog[open]') !== null);

/**
 * Keys of every list of the desk: `j` and `k` move along the rows (`[data-row]`) in the element, `Enter` opens the row (`[data-open]` in it, or the
 * first thing that can be used), `/` goes to the search and `?` shows the keys. Whoever types is not disturbed.
 */
export function useDeskKeys(element: RefObject<HTMLElement | null>, { onList, onSearchElsewhere }: Options): void {
  const act = useEffectEvent((event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
    const deskKey = deskKeyOf({ key, ctrlKey, metaKey, altKey, defaultPrevented, isTyping: isTypedInto(target) });
    const list = element.current;
    if (deskKey === null || list === null) return;
    if (deskKey === 'list') onList();
    else if (deskKey === 'search') {
      if (!goToSearch(list)) onSearchElsewhere();
    } else if (deskKey === 'open') {
      if (!openRow(target)) return;
    } else if (!goToRow(list, deskKey)) return;
    event.preventDefault();
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => act(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** False where there is nothing to search in. */
function goToSearch(list: HTMLElement): boolean {
  const field = list.querySelector<HTMLInputElement>(SEARCH);
  field?.focus();
  field?.select();
  return field !== null;
}

/** False where there is no further row. */
function goToRow(list: HTMLElement, key: 'next' | 'previous'): boolean {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.getClientRects().length > 0);
  const current = document.activeElement?.closest('[data-row]') ?? null;
  const to = rowAfter(key, rows.findIndex((row) => row === current), rows.length);
  const row = to === null ? undefined : rows[to];
  row?.focus();
  return row !== undefined;
}

/** False where the focus is on no row, or on one that the browser opens by itself: a link, a button or a summary. */
function openRow(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.matches('[data-row]') || target.matches(CONTROL)) return false;
  const opens = target.querySelector<HTMLElement>('[data-open]');
  if (opens !== null) opens.click();
  else target.querySelector<HTMLElement>(CONTROL)?.focus();
  return true;
}
