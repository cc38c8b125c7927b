import { useState } from 'react';
import { releasePayouts } from '../../../bridge/actions/risk';
import { caseReason } from '../../../core/contract/risk';
import type { RiskCase } from '../../../core/contract/risk';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { useForm } from '../../shared/form/use-form';
import { TextArea } from '../../shared/support/TextArea';
import { words } from './words';

/** Asks why payouts may go on before the day is over. */
export function ReleaseForm({ caseId, onDone, onClose }: { caseId: string; onDone: (item: RiskCase) => void; onClose: () => void }) {
  const form = useForm({ name: `release of ${caseId}`, initial: { reason: '' } });
  const isOffline = useIsOffline();
  const [is, setIs] = useState<'typed' | 'sending' | 'password'>('typed');
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    setMessage(null);
    const parsed = caseReason.safeParse(form.values.reason);
    form.refuse(parsed.success ? {} : { reason: parsed.error.issues[0]?.message ?? '' });
    if (!parsed.success || isOffline) return;
    setIs('sending');
    const result = await releasePayouts(caseId, parsed.data);
    if (result.ok) {
      form.fill({ reason: '' });
      onDone(result.data);
      return;
    }
    setIs(result.error.problem?.code === 'password-needed' ? 'password' : 'typed');
    if (result.error.problem?.code === 'password-needed') return;
    const failure = formFailure(result.error, ['reason'], words, isDeviceOffline());
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={is === 'sending'} onSubmit={() => void submit()}>
      <p>{words.releaseText}</p>
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <TextArea name="reason" label={words.reason} hint={words.reasonHint} rows={3} maxLength={1_000} value={form.values.reason} error={form.errors['reason']} onText={(reason) => form.fill({ reason })} />
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" disabled={isOffline} busy={is === 'sending'} busyLabel={words.busy}>{words.release}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
      {is === 'password' ? <PasswordDialog onClose={() => setIs('typed')} onConfirmed={() => void submit()} /> : null}
    </FormShell>
  );
}
