import { useId, useState } from 'react';
import { patchGame } from '../../../bridge/actions/admin';
import { adminGame } from '../../../core/contract/admin';
import type { AdminGame } from '../../../core/contract/admin';
import { errorWords } from '../../../core/error-words';
import { notify } from '../../../state/notifications';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { GameArt } from '../../../ui/GameArt';
import { Notice } from '../../../ui/States';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { useArt } from '../../shared/shelf/use-shelf';
import { Picture } from '../../shared/support/Picture';
import { makeArt } from './art-file';
import type { Art } from './art-file';
import { words } from './words';

interface Props {
  game: AdminGame;
  onSaved: (game: AdminGame) => void;
  onClose: () => void;
}

/** Gives a game art, shown as players will see it, or takes it back. It is never queued: a picture is too large to wait on a device. */
export function GameArtForm({ game, onSaved, onClose }: Props) {
  const isOffline = useIsOffline();
  const sourcesOf = useArt();
  const id = useId();
  const [art, setArt] = useState<Art | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [busy, setBusy] = useState<'file' | 'save' | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  /** What is saved once the password is given; null inside = the art that the game came with. */
  const [unsent, setUnsent] = useState<{ readonly art: string | null } | null>(null);

  async function choose(file: File | undefined): Promise<void> {
    setArt(null);
    setFileError(null);
    setMessage(null);
    if (file === undefined) return;
    setBusy('file');
    const made = await makeArt(file).catch(() => ({ error: words.artIsNoPicture }));
    setBusy(null);
    if ('error' in made) setFileError(made.error);
    else setArt(made);
  }

  async function save(newArt: string | null): Promise<void> {
    setBusy('save');
    setMessage(null);
    const result = await patchGame(game.gameId, game.version, { art: newArt });
    setBusy(null);
    if (result.ok) {
      onSaved(result.data);
      notify({ kind: 'success', text: words.saved(game.name) });
      onClose();
      return;
    }
    const { problem } = result.error;
    if (problem?.code === 'password-needed') {
      setUnsent({ art: newArt });
      return;
    }
    const current = problem?.code === 'version-conflict' ? adminGame.safeParse(problem.current) : null;
    if (current?.success) onSaved(current.data);
    const refusal = problem?.errors?.[0]?.message;
    setMessage(current?.success ? words.artMeanwhile : problem === undefined ? words.artUnreached : (refusal ?? errorWords(result.error)));
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => { event.preventDefault(); if (art !== null) void save(art.base64); }}>
      <div className="game-arts">
        <figure>
          <GameArt key={game.art} sources={sourcesOf(game)} eager />
          <figcaption className="quiet small">{words.before}</figcaption>
        </figure>
        {art === null ? null : (
          <figure>
            <Picture picture={art} label={words.artShown} failed={words.artIsNoPicture} />
            <figcaption className="quiet small">{words.after}</figcaption>
          </figure>
        )}
      </div>
      <div className="field">
        <label htmlFor={id}>{words.artFile}</label>
        <input
          id={id} type="file" accept="image/png,image/webp,image/avif,image/svg+xml" disabled={isOffline || busy !== null}
          aria-invalid={fileError === null ? undefined : true} aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <p className="field-hint" id={`${id}-hint`}>{words.artHint}</p>
        <p className="field-error" id={`${id}-error`} role="status">{fileError ?? ''}</p>
      </div>
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <OfflineNote>{words.fileOffline}</OfflineNote>
      <div className="row">
        {art === null ? null : <Button type="submit" disabled={isOffline} busy={busy === 'save'} busyLabel={words.saving}>{words.artSave}</Button>}
        {game.hasGivenArt === true ? (
          <Button variant="secondary" disabled={isOffline || busy !== null} onClick={() => void save(null)}>{words.artBack}</Button>
        ) : null}
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
      {unsent === null ? null : (
        <PasswordDialog
          why={words.passwordWhy}
          onClose={() => setUnsent(null)}
          onConfirmed={() => {
            setUnsent(null);
            void save(unsent.art);
          }}
        />
      )}
    </form>
  );
}
