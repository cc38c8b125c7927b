import { useState } from 'react';
import type { Correction } from '../../../core/contract/corrections';
import { ownForm } from '../../../state/form-input';
import { useIsOffline, useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { useForm } from '../../shared/form/use-form';
import { words as shared } from '../corrections/words';
import { fieldsOf, readSolution } from './solution';
import type { Solution, SolutionField } from './solution';
import { words } from './words';

const TITLES = { give: words.give, credit: words.credit, 'sent-back': words.sentBack, explain: words.explain } as const;

interface Props {
  solution: Solution;
  onProposed: (correction: Correction) => void;
  onClose: () => void;
}

/** Asks for what a proposal needs, and says what it is about. */
export function SolutionDialog({ solution, onProposed, onClose }: Props) {
  const userId = useSession((session) => session.userId);
  const isOffline = useIsOffline();
  const form = useForm({ name: ownForm(`solution ${solution.kind} ${solution.what}`, userId), initial: { reference: '', bankReference: '', note: '', playerText: '' } });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [asksPassword, setAsksPassword] = useState(false);
  const fields = fieldsOf(solution);
  const labels: Readonly<Record<SolutionField, readonly [label: string, hint?: string]>> = {
    reference: [words.withdrawalField],
    bankReference: [words.bankReference, solution.kind === 'give' ? words.bankReferenceHint : words.sentBackReferenceHint],
    note: [words.note, words.noteHint],
    playerText: [words.playerText, words.playerTextHint],
  };

  async function submit(): Promise<void> {
    const { errors, send } = readSolution(solution, form.values);
    setMessage(null);
    form.refuse(errors);
    if (send === null || isOffline) return;
    setBusy(true);
    const result = await send();
    setBusy(false);
    if (result.ok) {
      onProposed(result.data);
    } else if (result.error.problem?.code === 'password-needed') {
      setAsksPassword(true);
    } else {
      const failure = formFailure(result.error, fields, words, isDeviceOffline());
      form.refuse(failure.fields);
      setMessage(failure.message);
    }
  }

  if (asksPassword) {
    return (
      <PasswordDialog
        why={shared.why}
        onClose={() => setAsksPassword(false)}
        onConfirmed={() => {
          setAsksPassword(false);
          void submit();
        }}
      />
    );
  }
  return (
    <Dialog open title={TITLES[solution.kind]} closeLabel={words.close} onClose={onClose}>
      <p>{solution.what}</p>
      <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
        {fields.map((field) => {
          const [label, hint] = labels[field];
          return <TextField key={field} {...form.text(field)} label={label} hint={hint} maxLength={field === 'note' ? 500 : 200} autoComplete="off" />;
        })}
        {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
        <OfflineNote>{words.offline}</OfflineNote>
        <div className="row">
          <Button type="submit" disabled={isOffline} busy={busy} busyLabel={words.busy}>{words.send}</Button>
          <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
        </div>
      </FormShell>
    </Dialog>
  );
}
