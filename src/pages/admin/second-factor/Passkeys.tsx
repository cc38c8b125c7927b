import { useState } from 'react';
import { dropPasskey } from '../../../bridge/actions/passkeys';
import type { Passkey } from '../../../bridge/actions/passkeys';
import { errorWords } from '../../../core/error-words';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { hasAuthenticators } from './authenticator';
import { words as allWords } from './words';

const words = allWords.passkeys;

interface Props {
  passkeys: readonly Passkey[];
  onAdd: () => void;
  /** The list has changed on the platform. */
  onRemoved: () => void;
}

/** An admin's passkeys: when each was added and used, and a way to remove it. */
export function Passkeys({ passkeys, onAdd, onRemoved }: Props) {
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  function forget(): void {
    setLeaving(null);
    onRemoved();
  }
  return (
    <section className="stack" aria-label={words.title}>
      <h3>{words.title}</h3>
      {passkeys.length === 0 ? <p className="quiet">{words.none}</p> : (
        <ul className="factor-passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.passkeyId} className="row spread">
              <p>
                {passkey.name}
                <span className="quiet small">{passkey.usedAt === null ? words.added(dateTime(Date.parse(passkey.addedAt))) : words.used(dateTime(Date.parse(passkey.usedAt)))}</span>
              </p>
              <Button variant="ghost" aria-label={words.removeThis(passkey.name)} onClick={() => setLeaving(passkey)}>{words.remove}</Button>
            </li>
          ))}
        </ul>
      )}
      {leaving === null ? null : <Removal key={leaving.passkeyId} passkey={leaving} onDone={forget} onCancel={() => setLeaving(null)} />}
      {hasAuthenticators() ? <Button variant="secondary" onClick={onAdd}>{words.add}</Button> : <p className="quiet small">{words.unknownHere}</p>}
    </section>
  );
}

function Removal({ passkey, onDone, onCancel }: { passkey: Passkey; onDone: () => void; onCancel: () => void }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  async function remove(): Promise<void> {
    setMessage(null);
    setBusy(true);
    const result = await dropPasskey(passkey.passkeyId);
    setBusy(false);
    if (result.ok) onDone();
    else setMessage(errorWords(result.error));
  }
  return (
    <Notice
      kind="warning" live title={words.removeTitle(passkey.name)}
      action={(
        <div className="row">
          <Button variant="danger" busy={busy} busyLabel={words.removing} onClick={() => void remove()}>{words.removeYes}</Button>
          <Button variant="ghost" onClick={onCancel}>{words.keep}</Button>
        </div>
      )}
    >
      <p>{message ?? words.removeText}</p>
    </Notice>
  );
}
