import { useEffect, useState } from 'react';
import { showInFull } from '../../../bridge/actions/desk-players';
import { actReason } from '../../../core/contract/desk-player-acts';
import type { Revealed } from '../../../core/contract/desk-player-acts';
import { MINUTE_MS } from '../../../core/time';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { useForm } from '../../shared/form/use-form';
import { TextArea } from '../../shared/support/TextArea';
import { words } from './acts-words';

/** A masked value with a button that shows it in full for a minute, for a reason. */
export function Reveal({ playerId, what, masked }: { playerId: string; what: Revealed; masked: string }) {
  const [isAsking, setAsking] = useState(false);
  const [value, setValue] = useState<string | null>(null);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => setValue(null), MINUTE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <span className="player-value">
      <span className="figures" role="status" title={value === null ? undefined : words.hides}>{value ?? masked}</span>
      {value === null ? <button type="button" className="player-show" aria-label={words.showOf[what]} onClick={() => setAsking(true)}>{words.show}</button> : null}
      {isAsking ? (
        <Dialog open title={words.showOf[what]} closeLabel={words.close} onClose={() => setAsking(false)}>
          <RevealForm
            playerId={playerId} what={what}
            onShown={(shown) => {
              setAsking(false);
              setValue(shown ?? words.none);
            }}
          />
        </Dialog>
      ) : null}
    </span>
  );
}

function RevealForm({ playerId, what, onShown }: { playerId: string; what: Revealed; onShown: (value: string | null) => void }) {
  const form = useForm({ name: 'reveal-reason', initial: { reason: '' } });
  const isOffline = useIsOffline();
  const [is, setIs] = useState<'typed' | 'sending' | 'password'>('typed');
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    setMessage(null);
    const parsed = actReason.safeParse(form.values.reason);
    form.refuse(parsed.success ? {} : { reason: parsed.error.issues[0]?.message ?? '' });
    if (!parsed.success || isOffline) return;
    setIs('sending');
    const result = await showInFull(playerId, { what, reason: parsed.data });
    if (result.ok) {
      form.fill({ reason: '' });
      onShown(result.data.value);
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
      <p>{words.showText}</p>
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <TextArea
        name="reason" label={words.reason} hint={words.reasonKept} rows={2} maxLength={300} value={form.values.reason} error={form.errors['reason']}
        onText={(reason) => form.fill({ reason })}
      />
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row"><Button type="submit" disabled={isOffline} busy={is === 'sending'} busyLabel={words.busy}>{words.showOf[what]}</Button></div>
      {is === 'password' ? <PasswordDialog onClose={() => setIs('typed')} onConfirmed={() => void submit()} /> : null}
    </FormShell>
  );
}
