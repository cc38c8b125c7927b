import { useState } from 'react';
import { proposeDecision } from '../../../bridge/actions/lookalikes';
import { proposeForPair } from '../../../core/contract/lookalikes';
import { ownForm } from '../../../state/form-input';
import { useIsOffline, useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { useForm } from '../../shared/form/use-form';
import type { DecisionRequest } from './decision-request';
import { words } from './words';
import type { DecisionWords } from './words';

interface Props {
  request: DecisionRequest;
  onDone: () => void;
  onClose: () => void;
}

/** Says what will happen to both accounts, and asks for the reason that the other admin reads. */
export function ProposeForm({ request: { what, two, player, other }, onDone, onClose }: Props) {
  const userId = useSession((session) => session.userId);
  const isOffline = useIsOffline();
  const form = useForm({ name: ownForm(`${what} ${two.playerId} ${two.otherId}`, userId), initial: { reason: '' } });
  const [is, setIs] = useState<'typed' | 'sending' | 'password'>('typed');
  const [message, setMessage] = useState<string | null>(null);
  const { text, effects }: DecisionWords = words.decisions[what];

  async function submit(): Promise<void> {
    const parsed = proposeForPair.body.safeParse({ what, reason: form.values.reason });
    form.refuse(parsed.success ? {} : { reason: parsed.error.issues[0]?.message ?? '' });
    setMessage(null);
    if (!parsed.success || isOffline) return;
    setIs('sending');
    const result = await proposeDecision(two, what, parsed.data.reason);
    if (result.ok) {
      onDone();
      return;
    }
    if (result.error.problem?.code === 'password-needed') {
      setIs('password');
      return;
    }
    setIs('typed');
    const failure = formFailure(result.error, ['reason'], { notSent: words.offline, unknown: words.unknown }, isDeviceOffline());
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={is === 'sending'} onSubmit={() => void submit()}>
      <p>{text(player, other)}</p>
      {effects.length === 0 ? null : <ul>{effects.map((effect) => <li key={effect('', '')}>{effect(player, other)}</li>)}</ul>}
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <TextField {...form.text('reason')} label={words.reason} hint={words.reasonHint} maxLength={200} autoComplete="off" enterKeyHint="go" />
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" disabled={isOffline} busy={is === 'sending'} busyLabel={words.busy}>{words.proposeYes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
      {is === 'password' ? <PasswordDialog onClose={() => setIs('typed')} onConfirmed={() => void submit()} /> : null}
    </FormShell>
  );
}
