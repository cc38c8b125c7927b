import { useEffect } from 'react';
import type { RefObject } from 'react';

const TYPED_INTO = 'input, textarea, select, [contenteditable]';

/** Moves along the rows (`[data-row]`) in the element with `j` and `k`, and into its search field with `/`. Whoever types is not disturbed. */
export function useRowKeys(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && (target.matches(TYPED_INTO) || target.closest('dialog') !== null)) return;
      if (event.key === '/') {
        const field = element.current?.querySelector<HTMLInputElement>('input') ?? null;
        if (field === null) return;
        event.preventDefault();
        field.focus();
        field.select();
        return;
      }
      if (event.key !== 'j' && event.key !== 'k') return;
      const rows = [...(element.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      const at = rows.findIndex((row) => row === document.activeElement);
      const to = rows[at === -1 ? 0 : at + (event.key === 'j' ? 1 : -1)];
      if (to === undefined) return;
      event.preventDefault();
      to.focus();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [element]);
}
