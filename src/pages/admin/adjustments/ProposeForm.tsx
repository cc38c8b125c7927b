import { useState } from 'react';
import { proposeAdjustment } from '../../../bridge/actions/corrections';
import { ADJUSTMENT_REASONS } from '../../../core/contract/corrections';
import type { CorrectedPlayer, Correction, NewAdjustment } from '../../../core/contract/corrections';
import { dateTime } from '../../../core/time';
import { ownForm } from '../../../state/form-input';
import { useIsOffline, useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { SelectField, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { useForm } from '../../shared/form/use-form';
import { nairaText } from '../desk/amount-text';
import { reasonText } from '../corrections/texts';
import { words as shared } from '../corrections/words';
import { ADJUSTMENT_FIELDS, EMPTY_ADJUSTMENT, readAdjustment } from './adjustment-form';
import { words } from './words';

interface Props {
  player: CorrectedPlayer;
  onProposed: (correction: Correction) => void;
  onOther: () => void;
}

/** Asks for the amount, the reason and both texts, beside what is known about the player. */
export function ProposeForm({ player, onProposed, onOther }: Props) {
  const userId = useSession((session) => session.userId);
  const isOffline = useIsOffline();
  const form = useForm({ name: ownForm(`adjustment of ${player.userId}`, userId), initial: EMPTY_ADJUSTMENT });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [unsent, setUnsent] = useState<NewAdjustment | null>(null);
  const { values } = form;

  async function send(body: NewAdjustment): Promise<void> {
    setBusy(true);
    const result = await proposeAdjustment(body);
    setBusy(false);
    if (result.ok) {
      form.fill(EMPTY_ADJUSTMENT);
      onProposed(result.data);
      return;
    }
    if (result.error.problem?.code === 'password-needed') {
      setUnsent(body);
      return;
    }
    const failure = formFailure(result.error, ADJUSTMENT_FIELDS, words, isDeviceOffline());
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  function submit(): void {
    const read = readAdjustment(values, player);
    setMessage(null);
    form.refuse('errors' in read ? read.errors : {});
    if ('body' in read && !isOffline) void send(read.body);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={submit}>
      <fieldset className="field admin-compare">
        <legend>{words.direction}</legend>
        {(['credit', 'debit'] as const).map((direction) => (
          <label key={direction}>
            <input type="radio" name="direction" checked={values.direction === direction} onChange={() => form.set('direction', direction)} />
            <span>{words.directions[direction]}</span>
          </label>
        ))}
      </fieldset>
      <TextField {...form.text('amount')} label={words.amount} hint={words.amountHint(nairaText(player.leftToday))} inputMode="decimal" autoComplete="off" maxLength={16} />
      <SelectField
        name="reasonCode" label={words.reason} value={values.reasonCode} error={form.errors['reasonCode']}
        onChange={(event) => form.set('reasonCode', event.target.value)}
      >
        {ADJUSTMENT_REASONS.map((code) => <option key={code} value={code}>{reasonText(code)}</option>)}
      </SelectField>
      <TextField {...form.text('note')} label={words.note} hint={words.noteHint} maxLength={500} autoComplete="off" />
      <TextField {...form.text('playerText')} label={words.playerText} hint={words.playerTextHint} maxLength={200} autoComplete="off" />
      {player.adjustments.length === 0 ? null : (
        <SelectField
          name="takesBack" label={words.takesBack} value={values.takesBack} error={form.errors['takesBack']}
          onChange={(event) => form.set('takesBack', event.target.value)}
        >
          <option value="">{words.takesBackNone}</option>
          {player.adjustments.map(({ proposalId, amount, at, note }) => (
            <option key={proposalId} value={proposalId}>{words.takesBackOf(nairaText(amount), dateTime(Date.parse(at)), note.slice(0, 60))}</option>
          ))}
        </SelectField>
      )}
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" disabled={isOffline} busy={busy} busyLabel={words.busy}>{words.send}</Button>
        <Button variant="ghost" onClick={onOther}>{words.another}</Button>
      </div>
      {unsent === null ? null : (
        <PasswordDialog
          why={shared.why}
          onClose={() => setUnsent(null)}
          onConfirmed={() => {
            setUnsent(null);
            void send(unsent);
          }}
        />
      )}
    </FormShell>
  );
}
