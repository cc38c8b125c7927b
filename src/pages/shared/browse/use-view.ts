import { useCallback, useMemo } from 'react';
import { useSearchParams } from '../../../ui/routing';
import { readView, writeView } from './view';
import type { View } from './view';

/** Filters and order, as they stand in the address. Each choice is a step that back undoes. */
export function useView(): readonly [View, (change: Partial<View>) => void] {
  const [search, setSearch] = useSearchParams();
  // The same while the same is asked for, whatever else the address says.
  const asked = writeView(new URLSearchParams(), readView(search)).toString();
  const view = useMemo(() => readView(new URLSearchParams(asked)), [asked]);
  const change = useCallback(
    (part: Partial<View>) => setSearch(writeView(search, { ...view, ...part }), { preventScrollReset: true }),
    [search, setSearch, view],
  );
  return [view, change];
}
