import { useEffect, useState } from 'react';
import { storedDrawSecret, revealToDraw } from '../../../../bridge/actions/draw-commits';
import type { AdminDraw } from '../../../../bridge/actions/draw-commits';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { TextField } from '../../../../ui/Field';
import { Notice, Skeleton } from '../../../../ui/States';
import { PasswordDialog } from '../../../shared/form/PasswordDialog';
import { readSecret, spacedSecret } from './secret-text';
import { words } from './words';

interface Props {
  draw: AdminDraw;
  onDone: () => void;
  onClose: () => void;
}

/** Reveals the secret that this browser has stored, or asks for the one that was written down. */
export function RevealSecret({ draw, onDone, onClose }: Props) {
  /** Undefined while this browser looks for it. */
  const [stored, setStored] = useState<string | null>();
  const [typed, setTyped] = useState('');
  const [is, setIs] = useState<'shown' | 'sending' | 'password'>('shown');
  const [error, setError] = useState<string>();
  const [message, setMessage] = useState<string | null>(null);
  const commit = draw.commits.find(({ isOwn }) => isOwn)?.commit ?? '';
  useEffect(() => {
    void storedDrawSecret(commit).then(setStored);
  }, [commit]);

  async function reveal(): Promise<void> {
    const secret = stored ?? readSecret(typed);
    setError(secret === null ? words.notASecret : undefined);
    setMessage(null);
    if (secret === null) return;
    setIs('sending');
    const result = await revealToDraw(draw, secret);
    if (result.ok) {
      onDone();
      return;
    }
    const { problem } = result.error;
    setIs(problem?.code === 'password-needed' ? 'password' : 'shown');
    if (problem?.code === 'password-needed') return;
    setError(problem?.errors?.find(({ field }) => field === 'secret')?.message);
    setMessage(problem?.detail ?? problem?.title ?? words.offline);
  }

  if (is === 'password') return <PasswordDialog onClose={() => setIs('shown')} onConfirmed={() => void reveal()} />;
  return (
    <Dialog open title={words.revealTitle} closeLabel={words.close} onClose={onClose}>
      <p>{words.revealText}</p>
      {stored === undefined ? <Skeleton lines={2} /> : stored === null ? (
        <TextField
          label={words.typed} hint={words.typedHint} error={error} value={typed} autoComplete="off" autoCapitalize="none" autoCorrect="off" spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : (
        <>
          <p>{words.revealKept}</p>
          <p className="draw-secret">{spacedSecret(stored)}</p>
        </>
      )}
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <div className="row">
        <Button disabled={stored === undefined} busy={is === 'sending'} busyLabel={words.revealing} onClick={() => void reveal()}>{words.revealYes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}
