import { useCallback, useMemo } from 'react';
import { useSearchParams } from '../../../ui/routing';
import { readView, writeView } from './view';
import type { View } from './view';

/** Filters and order, as they stand in the address. Each choice is a step that back undoes. */
export function useView(): readonly [View, (change: Partial<View>) => void] {
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => readView(search), [search]);
  const change = useCallback(
    (part: Partial<View>) => setSearch(writeView(search, { ...view, ...part }), { preventScrollReset: true }),
    [search, setSearch, view],
  );
  return [view, change];
}
