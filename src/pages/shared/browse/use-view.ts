import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useBack } from './use-back';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import { readView, writeView } from './view';
import type { View } from './view';

interface Selection {
  /** The address that it was chosen at; another one holds by itself. */
  readonly at: View;
  readonly view: View;
}

/** Filters and order, as they stand in the address. Each choice is a step that back undoes. */
export interface ViewOfAddress {
  /** The view that the list shows: it is drawn when there is time for it. */
  readonly view: View;
  /** The view that was pressed last: it is shown at once. */
  readonly selected: View;
  readonly change: (part: Partial<View>) => void;
}

export function useView(): ViewOfAddress {
  const [search, setSearch] = useSearchParams();
  // The same while the same is asked for, whatever else the address says.
  const query = writeView(new URLSearchParams(), readView(search)).toString();
  const view = useMemo(() => readView(new URLSearchParams(query)), [query]);
  const [state, setState] = useState<Selection>({ at: view, view });
  if (state.at !== view) setState({ at: view, view });
  const selected = state.at === view ? state.view : view;

  useBack(useCallback((address) => setState(({ at }) => ({ at, view: readView(address) })), []));

  const change = useCallback(
    (part: Partial<View>) => {
      // Reads the address as it is by now, because text typed a moment ago may be in it and not be drawn yet.
      const next = writeView(new URLSearchParams(location.search), { ...selected, ...part });
      setState({ at: view, view: readView(next) });
      setSearch(next, { state: KEEP_SCROLL });
    },
    [selected, setSearch, view],
  );
  return { view, selected, change };
}
