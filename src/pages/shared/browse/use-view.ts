import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useHistoryStep } from './use-history-step';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import { readView, writeView } from './view';
import type { View } from './view';

interface Selection {
  /** The address at which the view was chosen. Another address brings its own view. */
  readonly at: View;
  readonly view: View;
}

/** Filters and order as the address has them. Each choice is a step that back undoes. */
export interface ViewOfAddress {
  /** The view of the list. It is drawn when the browser has time. */
  readonly view: View;
  /** The view that was chosen last. Its buttons show it at once. */
  readonly selected: View;
  readonly change: (part: Partial<View>) => void;
}

export function useView(): ViewOfAddress {
  const [search, setSearch] = useSearchParams();
  // The object stays the same while the view does, whatever else changes in the address.
  const query = writeView(new URLSearchParams(), readView(search)).toString();
  const view = useMemo(() => readView(new URLSearchParams(query)), [query]);
  const [state, setState] = useState<Selection>({ at: view, view });
  if (state.at !== view) setState({ at: view, view });
  const selected = state.at === view ? state.view : view;

  useHistoryStep(useCallback((address) => setState(({ at }) => ({ at, view: readView(address) })), []));

  const change = useCallback(
    (part: Partial<View>) => {
      // Reads the present address, because text of a moment ago may be in it and not be drawn yet.
      const next = writeView(new URLSearchParams(location.search), { ...selected, ...part });
      setState({ at: view, view: readView(next) });
      setSearch(next, { state: KEEP_SCROLL });
    },
    [selected, setSearch, view],
  );
  return { view, selected, change };
}
