import { useEffect, useRef, useState } from 'react';
import { loadReportFile } from '../../../bridge/actions/reports';
import type { FileBody } from '../../../bridge/actions/reports';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { saveFile } from '../../shared/history/save-file';
import { collectFile } from './collect-file';
import { words } from './words';

type State =
  | { readonly is: 'idle' | 'failed' }
  | { readonly is: 'collecting'; readonly lines: number }
  | { readonly is: 'done'; readonly lines: number; readonly isPartial: boolean };

/** A button that saves a part of the report as CSV. The platform writes the lines, and a line in the audit trail. */
export function SaveFile({ body, name }: { body: Omit<FileBody, 'cursor'>; name: string }) {
  const [state, setState] = useState<State>({ is: 'idle' });
  const isOffline = useIsOffline();
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  async function save(): Promise<void> {
    const running = new AbortController();
    control.current = running;
    setState({ is: 'collecting', lines: 0 });
    const file = await collectFile(
      (cursor) => loadReportFile({ ...body, ...(cursor !== undefined && { cursor }) }, running.signal), (lines) => setState({ is: 'collecting', lines }),
    );
    if (running.signal.aborted) return;
    if (file === null) {
      setState({ is: 'failed' });
      return;
    }
    saveFile(file.parts, 'text/csv;charset=utf-8', `report-${body.figure ?? body.what}-${body.from}-${body.to}.csv`);
    setState({ is: 'done', lines: file.lines, isPartial: file.isPartial });
  }

  const busy = state.is === 'collecting';
  return (
    <span className="report-save report-screen">
      <Button variant="secondary" disabled={isOffline} busy={busy} busyLabel={busy ? words.saving(state.lines) : ''} aria-label={busy ? undefined : words.saveOf(name)} onClick={() => void save()}>{words.save}</Button>
      <span role="status" className="small">
        {state.is === 'done' ? (state.isPartial ? words.savedPart(state.lines) : words.saved(state.lines)) : ''}
        {state.is === 'failed' ? words.saveFailed : ''}
      </span>
    </span>
  );
}
