import { useEffect, useState } from 'react';
import { applyUpdate, askVersion, chooseOffline, isSwitchedOff, saveForOffline, whenStored } from '../../bridge/actions/update';
import { brand } from '../../core/brand';
import { appStore, setUpdate } from '../../state/app';
import type { UpdateState } from '../../state/app';
import { notify } from '../../state/notifications';
import { useApp, useIsOffline } from '../../state/use';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
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

/** Ends the message that the app works offline. If another offer has taken its place meanwhile, that one stays. */
function endReadyOffline(): void {
  if (appStore.getState().update === 'ready-offline') setUpdate('none');
}

/**
 * Says once, at the end of the first install, that the app works offline. It waits until the figures are stored, and says nothing where
 * nothing is stored. It stays until the next page, because the page would glide under the player's finger if it went earlier.
 */
function ReadyOffline() {
  const pageChangeCount = useApp((app) => app.pageChangeCount);
  const isOffline = useIsOffline();
  const [isStored, setStored] = useState(false);
  useEffect(() => {
    let isHere = true;
    void whenStored().then(() => {
      if (!isHere) return;
      if (appStore.getState().storage === 'memory') endReadyOffline();
      else setStored(true);
    });
    return () => {
      isHere = false;
    };
  }, []);
  const isShown = isStored && !isOffline;
  useEffect(() => (isShown ? endReadyOffline : undefined), [isShown, pageChangeCount]);
  return (
    <div role="status">
      {isShown ? <p className="status-line"><Icon name="info" size={18} />{words.readyOffline(brand.name)}</p> : null}
    </div>
  );
}

/** Shows the offers and messages of the service worker. */
export default function Offers({ update }: { update: UpdateState }) {
  // The message would move a game, or the fields of a form; the next page shows it.
  const isBusy = useApp(({ pageOnScreen }) => pageOnScreen !== null && BUSY_PAGES.has(pageOnScreen));
  if (update === 'ask-offline') return <SaveOffer />;
  if (update === 'ready-offline') return isBusy ? null : <ReadyOffline />;
  if (update === 'none') return null;
  return <UpdateOffer update={update} />;
}
