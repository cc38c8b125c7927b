import { useState } from 'react';
import type { Result } from '../../../core/errors';
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
import { words } from './words';
import './second-factor.css';

interface Props<T> {
  label: string;
  submit: string;
  busyLabel: string;
  /** The heading when the platform refused, or was not reached. */
  failed: string;
  /** What a wrong code is told, where it is not the platform's own words. */
  wrong?: string;
  /** Recovery codes are taken, too, which have letters. */
  takesRecoveryCodes?: boolean;
  send: (code: string) => Promise<Result<T>>;
  onDone: (data: T) => void;
}

/** Asks for one code. A code lives for half a minute, so it is never stored. */
export function CodeForm<T>({ label, submit, busyLabel, failed, wrong, takesRecoveryCodes = false, send, onDone }: Props<T>) {
  const form = useForm({ name: 'second-factor', initial: { code: '' }, secret: ['code'] });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const isOffline = useIsOffline();

  async function press(): Promise<void> {
    const code = form.values.code.trim();
    setFailure(null);
    form.refuse(code === '' ? { code: words.give.missing } : {});
    if (code === '' || isOffline) return;
    setBusy(true);
    // Apps show a code in two groups.
    const result = await send(/^[\d\s]+$/.test(code) ? code.replaceAll(/\s/g, '') : code);
    setBusy(false);
    if (result.ok) {
      onDone(result.data);
      return;
    }
    const refused = formFailure(result.error, ['code'], words, isDeviceOffline(), 'code');
    form.refuse(wrong !== undefined && refused.fields['code'] !== undefined ? { code: wrong } : refused.fields);
    setFailure(shownFailure(refused));
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void press()}>
      <FailureNotice failure={failure} title={failed} unknownTitle={words.unknownTitle} />
      <TextField
        {...form.text('code')}
        label={label}
        className="factor-code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputMode={takesRecoveryCodes ? 'text' : 'numeric'}
        maxLength={40}
        enterKeyHint="go"
      />
      <OfflineNote>{words.offline}</OfflineNote>
      <Button type="submit" wide busy={busy} busyLabel={busyLabel}>{submit}</Button>
    </FormShell>
  );
}
