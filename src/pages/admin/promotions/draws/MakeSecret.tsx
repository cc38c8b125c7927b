import { useState } from 'react';
import { commitToDraw, newDrawSecret } from '../../../../bridge/actions/draw-commits';
import type { AdminDraw } from '../../../../bridge/actions/draw-commits';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { Checkbox } from '../../../../ui/Field';
import { Notice } from '../../../../ui/States';
import { PasswordDialog } from '../../../shared/form/PasswordDialog';
import { spacedSecret } from './secret-text';
import { words } from './words';

interface Props {
  draw: AdminDraw;
  onDone: () => void;
  onClose: () => void;
}

/** Shows a new secret to be written down, and seals it. Sealing again after a lost answer sends the same one. */
export function MakeSecret({ draw, onDone, onClose }: Props) {
  const [secret] = useState(newDrawSecret);
  const [isWritten, setWritten] = useState(false);
  const [is, setIs] = useState<'shown' | 'sending' | 'password'>('shown');
  const [message, setMessage] = useState<string | null>(null);

  async function seal(): Promise<void> {
    setIs('sending');
    setMessage(null);
    const result = await commitToDraw(draw, secret);
    if (result.ok) {
      onDone();
      return;
    }
    const { problem } = result.error;
    setIs(problem?.code === 'password-needed' ? 'password' : 'shown');
    if (problem?.code !== 'password-needed') setMessage(problem?.detail ?? problem?.title ?? words.offline);
  }

  if (is === 'password') return <PasswordDialog onClose={() => setIs('shown')} onConfirmed={() => void seal()} />;
  return (
    <Dialog open title={words.makeTitle} closeLabel={words.close} onClose={onClose}>
      <p>{words.makeText}</p>
      <p className="draw-secret">{spacedSecret(secret)}</p>
      <p>{words.makeKept}</p>
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <Checkbox label={words.writtenDown} checked={isWritten} onChange={(event) => setWritten(event.target.checked)} />
      <div className="row">
        <Button disabled={!isWritten} busy={is === 'sending'} busyLabel={words.sealing} onClick={() => void seal()}>{words.seal}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}
