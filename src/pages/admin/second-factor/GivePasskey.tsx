import { useEffect, useState } from 'react';
import { giveAssertion, loadChallenge } from '../../../bridge/actions/passkeys';
import type { PasskeyChallenge } from '../../../bridge/actions/passkeys';
import { errorWords } from '../../../core/error-words';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { hasAuthenticators, signChallenge } from './authenticator';
import { words as allWords } from './words';

const words = allWords.passkeys;

/** Offers an admin who has passkeys to give the second factor by one. Nothing is shown where there is none, or the browser knows none. */
export function GivePasskey({ onGiven }: { onGiven: () => void }) {
  const [challenge, setChallenge] = useState<PasskeyChallenge | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // It is there before the press, because a browser asks its authenticators only right after one.
  useEffect(() => {
    let isOver = false;
    if (hasAuthenticators()) {
      void loadChallenge().then((result) => {
        if (!isOver && result.ok) setChallenge(result.data);
      });
    }
    return () => {
      isOver = true;
    };
  }, []);

  if (challenge === null || challenge.passkeys.length === 0) return null;

  async function press(signed: PasskeyChallenge): Promise<void> {
    setMessage(null);
    setBusy(true);
    const assertion = await signChallenge(signed);
    const result = assertion === null ? null : await giveAssertion(assertion);
    // A challenge works once and for five minutes, so the next try has another one.
    const next = result?.ok === true ? null : await loadChallenge();
    setBusy(false);
    if (next?.ok === true) setChallenge(next.data);
    if (result === null) setMessage(words.cancelled);
    else if (result.ok) onGiven();
    else setMessage(errorWords(result.error));
  }

  return (
    <div className="stack">
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <Button variant="secondary" wide busy={busy} busyLabel={words.asking} onClick={() => void press(challenge)}>{words.use}</Button>
    </div>
  );
}
