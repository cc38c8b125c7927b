import { useEffect, useState } from 'react';
import { applyUpdate, askVersion, chooseOffline, isSwitchedOff, saveForOffline, whenKept } from '../../bridge/actions/update';
import { brand } from '../../core/brand';
import { appStore, setUpdate } from '../../state/app';
import type { UpdateState } from '../../state/app';
import { notify } from '../../state/notifications';
import { Button } from '../../ui/Button';
import { words } from './offer-words';

async function apply(): Promise<void> {
  if ((await applyUpdate()) === 'late') notify({ kind: 'info', text: words.updateLate });
}

function UpdateOffer({ update }: { update: 'offered' | 'postponed' | 'applying' }) {
  return (
    <div className="banner" role="status">
      <p>{update === 'postponed' ? words.updatePostponed : words.updateReady}</p>
      <div className="row">
        {update === 'postponed' ? null : (
          <Button busy={update === 'applying'} onClick={() => void apply()}>{words.updateNow}</Button>
        )}
        <Button variant="ghost" onClick={() => setUpdate('none')}>{words.updateLater}</Button>
      </div>
    </div>
  );
}

/** `250 KB`: of a download, in steps that mean something to a data plan. Null for nothing. */
export function sizeText(bytes: number): string | null {
  if (bytes <= 0) return null;
  return `${Math.max(10, Math.round(bytes / 10_000) * 10)} KB`;
}

/** Downloads it, and again with the next connection where that failed. Said until it is done, or put away. */
function Saving({ size }: { size: string | null }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isHere = true;
    const save = async () => {
      setFailed(false);
      const saved = await saveForOffline();
      if (!isHere) return;
      if (!saved) setFailed(true);
      // Otherwise the end of the first install is told by itself.
      else if (appStore.getState().update === 'ask-offline') setUpdate('none');
    };
    const again = () => void save();
    window.addEventListener('online', again);
    again();
    return () => {
      isHere = false;
      window.removeEventListener('online', again);
    };
  }, []);
  return (
    <div className="banner" role="status">
      <p>{failed ? words.notSaved : words.saving(size)}</p>
      {failed ? <div className="row"><Button variant="ghost" onClick={() => setUpdate('none')}>{words.notSavedOk}</Button></div> : null}
    </div>
  );
}

function SaveOffer() {
  const [isSaving, setSaving] = useState(false);
  // Undefined while the host has not said it: then nothing is asked yet.
  const [size, setSize] = useState<string | null>();
  useEffect(() => {
    let isHere = true;
    void askVersion().then((version) => {
      if (!isHere) return;
      // Switched off by the operator: there is nothing to save.
      if (version !== null && isSwitchedOff(version)) setUpdate('none');
      else setSize(sizeText(version?.offlineBytes ?? 0));
    });
    return () => {
      isHere = false;
    };
  }, []);
  if (size === undefined) return null;
  if (isSaving) return <Saving size={size} />;
  const refuse = () => {
    setUpdate('none');
    void chooseOffline('no');
  };
  return (
    <div className="banner" role="status">
      <p><strong>{words.saveTitle(size)}</strong> {words.saveText}</p>
      <div className="row">
        <Button variant="secondary" onClick={() => setSaving(true)}>{words.saveYes}</Button>
        <Button variant="ghost" onClick={refuse}>{words.saveNo}</Button>
      </div>
    </div>
  );
}

/** This is said once, at the end of the first install, when the figures are kept as well; it is not said where nothing is kept. */
function useReadyOffline(update: UpdateState): void {
  useEffect(() => {
    if (update !== 'ready-offline') return;
    void whenKept().then(() => {
      const app = appStore.getState();
      // A new version was offered, or another page of this app has said it.
      if (app.update !== 'ready-offline') return;
      if (app.storage !== 'memory') notify({ kind: 'success', text: words.readyOffline(brand.name) });
      setUpdate('none');
    });
  }, [update]);
}

/** Shows the offers and messages of the service worker. */
export default function Offers({ update }: { update: UpdateState }) {
  useReadyOffline(update);
  if (update === 'ask-offline') return <SaveOffer />;
  if (update === 'none' || update === 'ready-offline') return null;
  return <UpdateOffer update={update} />;
}
