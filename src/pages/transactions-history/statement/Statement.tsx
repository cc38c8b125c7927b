import { useEffect, useId, useRef, useState } from 'react';
import { loadStatement } from '../../../bridge/actions/statement';
import type { StatementPage } from '../../../core/contract/statement';
import { verifyStatement } from '../../../core/statement';
import { clock, lagosDay } from '../../../core/time';
import { useIsOffline, useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { saveFile } from '../../shared/history/save-file';
import { collectStatement, compareWithBooks, fromFile, toFile } from './file';
import type { LoadedStatement } from './file';
import { CheckedNotice } from './CheckedNotice';
import type { StatementCheck } from './CheckedNotice';
import { words } from './words';

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'collecting' | 'failed'; readonly count: number }
  | { readonly is: 'checking' }
  | { readonly is: 'no-statement' }
  | { readonly is: 'checked'; readonly checked: StatementCheck };

/** Downloads the chained statement, and checks one that was downloaded earlier. */
export function Statement() {
  const [state, setState] = useState<State>({ is: 'idle' });
  const userId = useSession((session) => session.userId);
  const isOffline = useIsOffline();
  const loaded = useRef<LoadedStatement>(null);
  const control = useRef<AbortController | null>(null);
  const hintId = useId();
  useEffect(() => () => control.current?.abort(), []);

  /** Ends the running check, whose result is not needed any more, and begins another. */
  function begin(): AbortSignal {
    control.current?.abort();
    control.current = new AbortController();
    return control.current.signal;
  }

  async function show(statement: StatementPage, signal: AbortSignal): Promise<void> {
    const checked: StatementCheck = { statement, verdict: verifyStatement([statement]), isOwn: statement.userId === userId, books: null };
    setState({ is: 'checked', checked });
    if (!checked.verdict.ok || !checked.isOwn) return;
    const books = await compareWithBooks(statement, (after) => loadStatement(after, signal));
    if (!signal.aborted) setState({ is: 'checked', checked: { ...checked, books } });
  }

  async function download(): Promise<void> {
    const signal = begin();
    setState({ is: 'collecting', count: loaded.current?.items.length ?? 0 });
    const collection = await collectStatement(
      (after) => loadStatement(after, signal),
      loaded.current,
      (count) => setState({ is: 'collecting', count }),
    );
    if (signal.aborted) return;
    const { ok, statement } = collection;
    loaded.current = ok ? null : statement;
    if (!ok || statement === null) {
      setState({ is: 'failed', count: statement?.items.length ?? 0 });
      return;
    }
    saveFile(toFile(statement), 'application/json', `statement-${lagosDay(clock.now())}.json`);
    await show(statement, signal);
  }

  async function check(file: File): Promise<void> {
    const signal = begin();
    setState({ is: 'checking' });
    const statement = await file.text().then(fromFile, () => null);
    if (signal.aborted) return;
    if (statement === null) setState({ is: 'no-statement' });
    else await show(statement, signal);
  }

  const busy = state.is === 'collecting';
  return (
    <section className="card statement" aria-labelledby={`${hintId}-title`}>
      <h2 id={`${hintId}-title`}>{words.title}</h2>
      <p className="quiet">{words.intro}</p>
      <div className="row">
        <Button variant="secondary" busy={busy} busyLabel={busy ? words.collecting(state.count) : ''} onClick={() => void download()}>
          {words.download}
        </Button>
        {isOffline ? <p className="quiet small">{words.downloadOffline}</p> : null}
      </div>
      <label className="statement-check">
        {words.check}
        <input
          type="file"
          accept=".json,application/json"
          aria-describedby={hintId}
          // The field is emptied, so that the same file can be chosen again after it was changed.
          onClick={({ currentTarget }) => {
            currentTarget.value = '';
          }}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void check(file);
          }}
        />
      </label>
      <p className="quiet small" id={hintId}>{words.checkHint}</p>
      {state.is === 'checking' ? <p role="status">{words.checking}</p> : null}
      {state.is === 'failed' ? <Notice kind="warning" live><p>{words.failed(state.count)}</p></Notice> : null}
      {state.is === 'no-statement' ? <Notice kind="warning" title={words.notStatement} live><p>{words.notStatementText}</p></Notice> : null}
      {state.is === 'checked' ? <CheckedNotice {...state.checked} /> : null}
    </section>
  );
}
