import { useId } from 'react';
import { refuseWithdrawal } from '../../../core/contract/approvals';
import type { AdminWithdrawal } from '../../../core/contract/approvals';
import { ownForm } from '../../../state/form-input';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { useForm } from '../../shared/form/use-form';
import { moneyOf } from './withdrawal-texts';
import { words } from './words';

const REASON_LENGTH = 200;

interface Props {
  item: AdminWithdrawal;
  busy: boolean;
  isOffline: boolean;
  onRefuse: (reason: string) => void;
  onCancel: () => void;
}

/** Asks for the reason at its row, so that the list around it can be reloaded. */
export function RefuseForm({ item, busy, isOffline, onRefuse, onCancel }: Props) {
  const userId = useSession((session) => session.userId);
  const form = useForm({ name: ownForm(`refusal of ${item.withdrawalId}`, userId), initial: { reason: '' } });
  const id = useId();
  const error = form.errors['reason'];

  function submit(): void {
    const parsed = refuseWithdrawal.body.safeParse({ reason: form.values.reason });
    form.refuse(parsed.success ? {} : { reason: parsed.error.issues[0]?.message ?? '' });
    if (parsed.success && !isOffline) onRefuse(parsed.data.reason);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{words.reason}</label>
        <div className="field-frame" data-invalid={error === undefined ? undefined : ''}>
          <textarea
            id={id}
            name="reason"
            rows={3}
            maxLength={REASON_LENGTH}
            autoFocus
            value={form.values.reason}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
            onChange={(event) => form.set('reason', event.target.value)}
          />
        </div>
        <p className="field-hint" id={`${id}-hint`}>{words.reasonHint(form.values.reason.length)}</p>
        {error === undefined ? null : <p className="field-error" id={`${id}-error`}>{error}</p>}
      </div>
      <p>{words.refuseText(moneyOf(item), item.player.name)}</p>
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" variant="danger" disabled={isOffline} busy={busy} busyLabel={words.busy}>{words.refuseYes(moneyOf(item))}</Button>
        <Button variant="ghost" onClick={onCancel}>{words.cancel}</Button>
      </div>
    </FormShell>
  );
}
