import { useState } from 'react';
import { revokeDevice, revokeOthers } from '../../bridge/actions/account';
import type { DeviceSession } from '../../bridge/actions/account';
import { notify } from '../../state/notifications';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { isDeviceOffline } from '../shared/form/device-offline';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { formFailure } from '../shared/form/form-failure';
import { OfflineNote } from '../shared/form/OfflineNote';
import { words } from './words';

/** One device, or the number of the others. */
export type Target = { readonly one: DeviceSession } | { readonly others: number };

interface Props {
  target: Target;
  onClose: () => void;
  /** The device was signed out, or nobody knows, so the list has to be loaded. */
  onChanged: () => void;
  onSignedOut: () => void;
}

async function end(target: Target) {
  if ('one' in target) {
    const result = await revokeDevice(target.one.sessionRef);
    return result.ok ? words.done(target.one.device) : result;
  }
  const result = await revokeOthers();
  return result.ok ? words.doneOthers(result.data.ended) : result;
}

/** Asks for confirmation before a device is signed out. */
export function SignOutDialog({ target, onClose, onChanged, onSignedOut }: Props) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  async function go(): Promise<void> {
    setBusy(true);
    setMessage(null);
    const result = await end(target);
    setBusy(false);
    onChanged();
    if (typeof result === 'string') {
      notify({ kind: 'success', text: result });
      onClose();
      onSignedOut();
    } else setMessage(formFailure(result.error, [], words, isDeviceOffline()).message);
  }

  const isOne = 'one' in target;
  return (
    <Dialog
      open
      title={isOne ? words.askTitle(target.one.device) : words.askOthersTitle}
      closeLabel={words.close}
      onClose={onClose}
    >
      <p>{isOne ? words.ask : words.askOthers(target.others)}</p>
      {message === null ? null : <ErrorNotice kind="danger" live>{message}</ErrorNotice>}
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button variant="danger" busy={busy} busyLabel={words.signingOut} onClick={() => void go()}>{words.yes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  );
}
