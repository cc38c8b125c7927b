import { useId, useState } from 'react';
import { exportGames, importGames } from '../../../bridge/actions/admin';
import type { GameFileFormat, GameImport } from '../../../core/contract/admin';
import { gameImport } from '../../../core/contract/admin';
import { errorWords } from '../../../core/error-words';
import { clock, lagosDay } from '../../../core/time';
import { notify } from '../../../state/notifications';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { saveFile } from '../../shared/history/save-file';
import { Difference } from './Difference';
import { FORMATS, readChosenFile } from './file';
import type { ChosenFile } from './file';
import { words } from './words';

/** Takes the catalogue out as a file, and such a file in: first what it would change, then one press for exactly that. */
export function CatalogueFile({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const isOffline = useIsOffline();
  const [saving, setSaving] = useState<GameFileFormat | null>(null);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [difference, setDifference] = useState<GameImport | null>(null);
  const [unsent, setUnsent] = useState<{ readonly file: ChosenFile; readonly revision?: number } | null>(null);
  const fileId = useId();

  async function takeOut(format: GameFileFormat): Promise<void> {
    setSaving(format);
    setMessage(null);
    const result = await exportGames(format);
    setSaving(null);
    if (!result.ok) {
      setMessage(result.error.problem === undefined ? words.fileUnreached : errorWords(result.error));
      return;
    }
    saveFile(result.data.text, FORMATS[format], `games-${lagosDay(clock.now())}.${format}`);
    notify({ kind: 'success', text: words.fileSaved(result.data.games) });
  }

  async function send(file: ChosenFile, revision?: number): Promise<void> {
    setBusy(true);
    setMessage(null);
    const result = await importGames({ ...file, ...(revision !== undefined && { revision }) });
    setBusy(false);
    if (result.ok && result.data.applied) {
      notify({ kind: 'success', text: words.fileImported(result.data.changes.length) });
      onDone();
      onClose();
      return;
    }
    if (result.ok) {
      setDifference(result.data);
      return;
    }
    const { problem } = result.error;
    if (problem?.code === 'password-needed') {
      setUnsent({ file, ...(revision !== undefined && { revision }) });
      return;
    }
    const newer = problem?.code === 'version-conflict' ? gameImport.safeParse(problem.current) : null;
    if (newer?.success) setDifference(newer.data);
    const refusal = problem?.errors?.[0]?.message;
    setMessage(newer?.success ? words.fileChanged : problem === undefined ? words.fileUnreached : `${errorWords(result.error)} ${refusal ?? ''}`.trim());
  }

  async function choose(file: File | null): Promise<void> {
    setDifference(null);
    setChosen(null);
    setFileError(null);
    setMessage(null);
    if (file === null) return;
    const read = await readChosenFile(file);
    if ('error' in read) {
      setFileError(read.error);
      return;
    }
    setChosen(read);
    await send(read);
  }

  return (
    <div className="stack">
      {difference !== null ? null : (
        <>
          <h3>{words.fileOut}</h3>
          <p className="quiet">{words.fileOutText}</p>
          <div className="row">
            {(['csv', 'json'] as const).map((format) => (
              <Button key={format} variant="secondary" disabled={isOffline} busy={saving === format} busyLabel={words.saving} onClick={() => void takeOut(format)}>
                {words.fileSave[format]}
              </Button>
            ))}
          </div>
        </>
      )}
      <h3>{words.fileIn}</h3>
      <div className="field">
        <label htmlFor={fileId}>{words.file}</label>
        <input
          id={fileId} type="file" accept=".csv,.json,text/csv,application/json,text/plain" disabled={isOffline || busy}
          aria-invalid={fileError === null ? undefined : true} aria-describedby={fileError === null ? `${fileId}-hint` : `${fileId}-error ${fileId}-hint`}
          onChange={(event) => void choose(event.target.files?.[0] ?? null)}
        />
        <p className="field-hint" id={`${fileId}-hint`}>{words.fileHint}</p>
        {fileError === null ? null : <p className="field-error" id={`${fileId}-error`}>{fileError}</p>}
      </div>
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      {difference === null ? <p className="quiet small file-state" role="status">{busy ? words.fileComparing : ''}</p> : <Difference difference={difference} />}
      <OfflineNote>{words.fileOffline}</OfflineNote>
      <div className="row">
        {chosen !== null && difference !== null && difference.refusedCount === 0 && difference.changes.length > 0 ? (
          <Button disabled={isOffline} busy={busy} busyLabel={words.saving} onClick={() => void send(chosen, difference.revision)}>
            {words.fileApply(difference.changes.length)}
          </Button>
        ) : null}
        <Button variant="ghost" onClick={onClose}>{words.close}</Button>
      </div>
      {unsent === null ? null : (
        <PasswordDialog
          why={words.passwordWhy}
          onClose={() => setUnsent(null)}
          onConfirmed={() => {
            setUnsent(null);
            void send(unsent.file, unsent.revision);
          }}
        />
      )}
    </div>
  );
}
