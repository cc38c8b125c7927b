import { useEffect, useRef, useState } from 'react';
import { loadTransactions } from '../../bridge/actions/histories';
import type { TransactionsQuery } from '../../bridge/actions/histories';
import { clock, lagosDay } from '../../core/time';
import { useIsOffline } from '../../state/use';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/States';
import { COLLECT_PAGE, collect } from './collect';
import { toCsv } from './csv';
import { saveFile } from '../shared/history/save-file';
import { words } from './words';

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'collecting'; readonly count: number }
  | { readonly is: 'done'; readonly count: number; readonly isPartial: boolean }
  | { readonly is: 'failed' };

/** Makes a file of all entries of the filter on this device. */
export function Download({ query }: { query: TransactionsQuery }) {
  const [state, setState] = useState<State>({ is: 'idle' });
  const control = useRef<AbortController | null>(null);
  const isOffline = useIsOffline();
  useEffect(() => () => control.current?.abort(), []);

  async function download(): Promise<void> {
    const running = new AbortController();
    control.current = running;
    setState({ is: 'collecting', count: 0 });
    const collection = await collect(
      (cursor) => {
        const page = { ...query, limit: COLLECT_PAGE, ...(cursor !== undefined && { cursor }) };
        return loadTransactions(page, running.signal);
      },
      (count) => setState({ is: 'collecting', count }),
    );
    if (running.signal.aborted) return;
    if (!collection.ok) {
      setState({ is: 'failed' });
      return;
    }
    const { entries, isPartial } = collection;
    saveFile(toCsv(entries), 'text/csv;charset=utf-8', `transactions-${lagosDay(clock.now())}.csv`);
    setState({ is: 'done', count: entries.length, isPartial });
  }

  const busy = state.is === 'collecting';
  return (
    <div className="stack">
      <div className="row">
        <Button variant="secondary" busy={busy} busyLabel={busy ? words.collecting(state.count) : ''} onClick={() => void download()}>
          {words.download}
        </Button>
        <p className="quiet small">{isOffline ? words.downloadOffline : words.downloadHint}</p>
      </div>
      {state.is === 'failed' ? <Notice kind="warning" live>{words.downloadFailed}</Notice> : null}
      {state.is === 'done' ? (
        <Notice kind={state.isPartial ? 'warning' : 'success'} live>
          {state.isPartial ? words.partial(state.count) : words.downloaded(state.count)}
        </Notice>
      ) : null}
    </div>
  );
}
