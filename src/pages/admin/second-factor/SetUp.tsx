import { useEffect, useState } from 'react';
import { enrol, loadOffer } from '../../../bridge/actions/second-factor';
import type { FactorOffer } from '../../../bridge/actions/second-factor';
import { errorWords } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import { Button, buttonClass } from '../../../ui/Button';
import { Notice, Skeleton } from '../../../ui/States';
import { CodeForm } from './CodeForm';
import { CopyButton } from './CopyButton';
import { QrCode } from './QrCode';
import { words as allWords } from './words';
import './second-factor.css';

const words = allWords.setUp;

type Loading = { readonly offer: FactorOffer } | { readonly error: CallError } | null;

/** Shows a secret to be scanned, opened or typed, and asks for the code that proves it. */
export function SetUp({ onEnrolled }: { onEnrolled: (codes: readonly string[]) => void }) {
  const [loading, setLoading] = useState<Loading>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isOver = false;
    void loadOffer().then((result) => {
      if (!isOver) setLoading(result.ok ? { offer: result.data } : { error: result.error });
    });
    return () => {
      isOver = true;
    };
  }, [tries]);

  if (loading === null) return <div aria-busy="true"><p className="unseen" role="status">{words.loading}</p><Skeleton lines={6} /></div>;
  if ('error' in loading) {
    return (
      <Notice
        kind="warning" live title={words.loadFailed}
        action={<Button onClick={() => { setLoading(null); setTries(tries + 1); }}>{words.again}</Button>}
      >
        <p>{errorWords(loading.error)}</p>
      </Notice>
    );
  }
  const { secret, uri } = loading.offer;
  return (
    <div className="stack factor">
      <p>{words.scan}</p>
      <QrCode text={uri} label={words.qr} />
      <a className={`${buttonClass('secondary')} factor-here`} href={uri}>{words.onThisPhone}</a>
      <div className="factor-typed">
        <p className="quiet small" id="factor-secret">{words.typed}</p>
        <p className="row spread">
          <code className="factor-secret" aria-describedby="factor-secret">{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
          <CopyButton text={secret} label={words.copy} done={words.copied} />
        </p>
      </div>
      <CodeForm
        label={words.then} submit={words.submit} busyLabel={words.busy} failed={words.failed} wrong={words.wrong}
        send={enrol} onDone={({ recoveryCodes }) => onEnrolled(recoveryCodes)}
      />
    </div>
  );
}
