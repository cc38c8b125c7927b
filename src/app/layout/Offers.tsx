import { useEffect, useState } from 'react';
import { applyUpdate, askVersion, chooseOffline, isSwitchedOff, saveForOffline, whenStored } from '../../bridge/actions/update';
import { brand } from '../../core/brand';
import { appStore, setUpdate } from '../../state/app';
import type { UpdateState } from '../../state/app';
import { notify } from '../../state/notifications';
import { useApp } from '../../state/use';
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

/** The size of a download, like `250 KB`, in steps that mean something to a data plan. It is null for nothing. */
export function sizeText(bytes: number): string | null {
  if (bytes <= 0) return null;
  return `${Math.max(10, Math.round(bytes / 10_000) * 10)} KB`;
}

/** Saves the app on the device, and tries again with the next connection after a failure. It says so until that is done or dismissed. */
function Saving({ size }: { size: string | null }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isHere = true;
    const save = async () => {
      setFailed(false);
      const saved = await saveForOffline();
      if (!isHere) return;
      if (!saved) setFailed(true);
      // The end of a first install is announced by `useReadyOffline`.
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
  // The size is undefined until the host has answered; until then the player is not asked.
  const [size, setSize] = useState<string | null>();
  useEffect(() => {
    let isHere = true;
    void askVersion().then((version) => {
      if (!isHere) return;
      // The operator has switched the app off, so there is nothing to save.
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

const BUSY_PAGES: ReadonlySet<string> = new Set(['game', 'sign-in', 'sign-up', 'deposit', 'withdraw']);

/**
 * Says once, at the end of the first install, that the app works offline. It waits until the figures are stored, and says nothing where
 * nothing is stored.
 */
function useReadyOffline(update: UpdateState): void {
  // The message would lie over a game, or over the fields of a form; the next page shows it.
  const isBusy = useApp(({ pageOnScreen }) => pageOnScreen !== null && BUSY_PAGES.has(pageOnScreen));
  useEffect(() => {
    if (update !== 'ready-offline' || isBusy) return;
    void whenStored().then(() => {
      const app = appStore.getState();
      // Another offer stands in the message's place, or another page of this app has shown it.
      if (app.update !== 'ready-offline') return;
      if (app.storage !== 'memory') notify({ kind: 'success', text: words.readyOffline(brand.name) });
      setUpdate('none');
    });
  }, [update, isBusy]);
}

/** Shows the offers and messages of the service worker. */
export default function Offers({ update }: { update: UpdateState }) {
  useReadyOffline(update);
  if (update === 'ask-offline') return <SaveOffer />;
  if (update === 'none' || update === 'ready-offline') return null;
  return <UpdateOffer update={update} />;
}
