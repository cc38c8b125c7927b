import { useEffect, useState } from 'react';
import { loadFactor, renewCodes } from '../../../bridge/actions/second-factor';
import type { SecondFactor } from '../../../bridge/actions/second-factor';
import { errorWords } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice, Skeleton } from '../../../ui/States';
import { AddPasskey } from './AddPasskey';
import { Passkeys } from './Passkeys';
import { RecoveryCodes } from './RecoveryCodes';
import { SetUp } from './SetUp';
import { words as allWords } from './words';

const words = allWords.own;

type Showing = { readonly is: 'state' } | { readonly is: 'codes'; readonly codes: readonly string[] } | { readonly is: 'replace' } | { readonly is: 'passkey' };

/** Opens what an admin can do about their own second factor: new recovery codes, and another phone. */
export function OwnFactor() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link-button" onClick={() => setOpen(true)}>{words.open}</button>
      {isOpen ? <OwnFactorDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function OwnFactorDialog({ onClose }: { onClose: () => void }) {
  const [showing, setShowing] = useState<Showing>({ is: 'state' });
  const title = { state: words.title, codes: allWords.codes.title, replace: allWords.setUp.replace, passkey: allWords.passkeys.add }[showing.is];
  const showCodes = (codes: readonly string[]): void => setShowing({ is: 'codes', codes });
  return (
    // Codes that are shown once must not be lost by a press beside the dialog.
    <Dialog open title={title} closeLabel={words.close} onClose={() => showing.is !== 'codes' && onClose()}>
      {showing.is === 'state' ? <State onCodes={showCodes} onReplace={() => setShowing({ is: 'replace' })} onAddPasskey={() => setShowing({ is: 'passkey' })} /> : null}
      {showing.is === 'passkey' ? <AddPasskey onAdded={() => setShowing({ is: 'state' })} onCancel={() => setShowing({ is: 'state' })} /> : null}
      {showing.is === 'replace' ? <><p>{allWords.setUp.replaceIntro}</p><SetUp onEnrolled={showCodes} /></> : null}
      {showing.is === 'codes' ? <><p>{allWords.codes.intro}</p><RecoveryCodes codes={showing.codes} onKept={onClose} /></> : null}
    </Dialog>
  );
}

interface StateProps {
  onCodes: (codes: readonly string[]) => void;
  onReplace: () => void;
  onAddPasskey: () => void;
}

function State({ onCodes, onReplace, onAddPasskey }: StateProps) {
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    void loadFactor(control.signal).then((result) => {
      if (control.signal.aborted) return;
      if (result.ok) setFactor(result.data);
      else setError(result.error);
    });
    return () => control.abort();
  }, [loads]);

  async function renew(): Promise<void> {
    setError(null);
    setBusy(true);
    const result = await renewCodes();
    setBusy(false);
    if (result.ok) onCodes(result.data.recoveryCodes);
    else setError(result.error);
  }

  return (
    <div className="stack">
      {factor === null && error === null ? <Skeleton lines={2} /> : null}
      {factor === null ? null : <p>{words.since(dateTime(Date.parse(factor.enrolledAt)))} {words.left(factor.codesLeft)}</p>}
      {error === null ? null : <Notice kind="warning" live title={words.failed}><p>{errorWords(error)}</p></Notice>}
      <div className="row">
        <Button variant="secondary" busy={busy} busyLabel={words.renewing} onClick={() => void renew()}>{words.renew}</Button>
        <Button variant="secondary" onClick={onReplace}>{words.replace}</Button>
      </div>
      <p className="quiet small">{words.renewText}</p>
      {factor?.passkeys === undefined || factor.passkeys === null ? null : (
        <Passkeys passkeys={factor.passkeys} onAdd={onAddPasskey} onRemoved={() => setLoads(loads + 1)} />
      )}
    </div>
  );
}
