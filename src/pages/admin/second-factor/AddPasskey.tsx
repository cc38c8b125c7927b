import { useState } from 'react';
import { loadPasskeyOffer, storePasskey } from '../../../bridge/actions/passkeys';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { FailureNotice, shownFailure } from '../../shared/form/FailureNotice';
import type { ShownFailure } from '../../shared/form/FailureNotice';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { useForm } from '../../shared/form/use-form';
import { makePasskey } from './authenticator';
import { words as allWords } from './words';

const words = allWords.passkeys;

/** Asks for a name, has the browser make a passkey, and stores it. */
export function AddPasskey({ onAdded, onCancel }: { onAdded: () => void; onCancel: () => void }) {
  const form = useForm({ name: 'new-passkey', initial: { name: '' } });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const isOffline = useIsOffline();

  async function add(name: string): Promise<void> {
    const offer = await loadPasskeyOffer();
    const made = offer.ok ? await makePasskey(offer.data) : null;
    if (offer.ok && made === null) {
      setFailure({ delivery: 'answered', message: words.cancelled });
      return;
    }
    const result = made === null ? offer : await storePasskey({ ...made, name });
    if (result.ok) {
      onAdded();
      return;
    }
    const refused = formFailure(result.error, ['name'], allWords, isDeviceOffline());
    form.refuse(refused.fields);
    setFailure(shownFailure(refused));
  }

  async function press(): Promise<void> {
    const name = form.values.name.trim();
    setFailure(null);
    form.refuse(name === '' ? { name: words.nameMissing } : {});
    if (name === '' || isOffline) return;
    setBusy(true);
    await add(name);
    setBusy(false);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void press()}>
      <p>{words.addText}</p>
      <FailureNotice failure={failure} title={words.addFailed} unknownTitle={allWords.unknownTitle} />
      <TextField {...form.text('name')} label={words.name} hint={words.nameHint} maxLength={40} autoComplete="off" enterKeyHint="go" />
      <OfflineNote>{allWords.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" busy={busy} busyLabel={words.asking}>{words.addYes}</Button>
        <Button variant="ghost" onClick={onCancel}>{words.cancel}</Button>
      </div>
    </FormShell>
  );
}
