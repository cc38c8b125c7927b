import { useRef, useState } from 'react';
import { noteKey, sendNote } from '../../../../bridge/actions/desk-players';
import { addPlayerNote } from '../../../../core/contract/desk-players';
import { dateTime } from '../../../../core/time';
import { ownForm } from '../../../../state/form-input';
import { useIsOffline, useSession } from '../../../../state/use';
import { Button } from '../../../../ui/Button';
import { Notice } from '../../../../ui/States';
import { isDeviceOffline } from '../../../shared/form/device-offline';
import { formFailure } from '../../../shared/form/form-failure';
import { FormShell } from '../../../shared/form/FormShell';
import { OfflineNote } from '../../../shared/form/OfflineNote';
import { useForm } from '../../../shared/form/use-form';
import { TextArea } from '../../../shared/support/TextArea';
import { words } from '../words';
import { PartPages, usePart } from './PartList';

/** The notes about a player, newest first, and a form for one more. */
export function Notes({ playerId }: { playerId: string }) {
  const list = usePart('notes', playerId);
  return (
    <>
      <NoteForm playerId={playerId} onAdded={list.reload} />
      <PartPages
        part="notes" list={list}
        draw={({ noteId, at, by, text }) => (
          <li className="history-card player-note" data-row="" tabIndex={-1} key={noteId}>
            <p className="quiet small"><strong>{by}</strong>, <time className="figures" dateTime={at}>{dateTime(Date.parse(at))}</time></p>
            <p className="player-text">{text}</p>
          </li>
        )}
      />
    </>
  );
}

function NoteForm({ playerId, onAdded }: { playerId: string; onAdded: () => void }) {
  const userId = useSession((session) => session.userId);
  const form = useForm({ name: ownForm(`note about ${playerId}`, userId), initial: { text: '' } });
  const isOffline = useIsOffline();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly kind: 'success' | 'warning'; readonly text: string } | null>(null);
  // A note that is sent again after a lost answer keeps its key, so that it is written once.
  const sent = useRef<{ readonly text: string; readonly key: string } | null>(null);

  async function submit(): Promise<void> {
    const parsed = addPlayerNote.body.safeParse({ text: form.values.text });
    form.refuse(parsed.success ? {} : { text: parsed.error.issues[0]?.message ?? '' });
    setOutcome(null);
    if (!parsed.success || isOffline) return;
    const { text } = parsed.data;
    const note = sent.current?.text === text ? sent.current : { text, key: noteKey() };
    sent.current = note;
    setBusy(true);
    const result = await sendNote(playerId, note.text, note.key);
    setBusy(false);
    if (result.ok) {
      sent.current = null;
      form.fill({ text: '' });
      setOutcome({ kind: 'success', text: words.noteAdded });
      onAdded();
      return;
    }
    const failure = formFailure(result.error, ['text'], { notSent: words.notSent, unknown: words.unknownSent }, isDeviceOffline());
    form.refuse(failure.fields);
    if (failure.message !== null) setOutcome({ kind: 'warning', text: failure.message });
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
      <TextArea
        name="text" label={words.note} hint={words.noteHint} rows={3} maxLength={2_000} value={form.values.text} error={form.errors['text']}
        onText={(text) => form.fill({ text })}
      />
      <OfflineNote>{words.offlineNote}</OfflineNote>
      <div role="status">{outcome === null ? null : <Notice kind={outcome.kind}>{outcome.text}</Notice>}</div>
      <div className="row"><Button type="submit" disabled={isOffline} busy={busy}>{words.noteSend}</Button></div>
    </FormShell>
  );
}
