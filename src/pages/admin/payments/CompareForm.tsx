import { useId, useState } from 'react';
import { uploadStatement } from '../../../bridge/actions/payment-cases';
import type { StatementBody } from '../../../bridge/actions/payment-cases';
import { DAY_MS, lagosDayStart } from '../../../core/time';
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
import { words as shared } from '../corrections/words';
import { readStatementFile } from './statement-file';
import { words } from './words';

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Compares a statement's file with the books. */
export function CompareForm({ gateways, onCompared }: { gateways: readonly string[]; onCompared: (text: string) => void }) {
  const userId = useSession((session) => session.userId);
  const isOffline = useIsOffline();
  const form = useForm({ name: ownForm('statement', userId), initial: { gateway: gateways[0] ?? '', from: '', to: '' } });
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [unsent, setUnsent] = useState<StatementBody | null>(null);
  const fileId = useId();
  const fileError = form.errors['csv'];

  async function send(body: StatementBody): Promise<void> {
    setBusy(true);
    const result = await uploadStatement(body);
    setBusy(false);
    if (result.ok) {
      const { lines, differences, isNew } = result.data;
      onCompared(differences === 0 ? words.comparedNone(lines) : words.compared(lines, differences, isNew));
    } else if (result.error.problem?.code === 'password-needed') {
      setUnsent(body);
    } else {
      const failure = formFailure(result.error, ['gateway', 'from', 'to', 'csv'], words, isDeviceOffline());
      form.refuse(failure.fields);
      setMessage(failure.message);
    }
  }

  async function submit(): Promise<void> {
    const { gateway, from, to } = form.values;
    const read = await readStatementFile(file);
    setMessage(null);
    form.refuse({
      ...(!isDay(from) && { from: words.dateMissing }), ...(!isDay(to) && { to: words.dateMissing }), ...('error' in read && { csv: read.error }),
    });
    if ('error' in read || !isDay(from) || !isDay(to) || isOffline) return;
    const period = { from: new Date(lagosDayStart(from)).toISOString(), to: new Date(lagosDayStart(to) + DAY_MS).toISOString() };
    await send({ gateway, ...period, csv: read.csv });
  }

  return (
    <section className="stack" aria-labelledby="compare-statement">
      <h2 id="compare-statement">{words.compare}</h2>
      <p className="quiet">{words.compareText}</p>
      <FormShell attach={form.attach} busy={busy} onSubmit={() => void submit()}>
        <SelectField name="gateway" label={words.gateway} value={form.values.gateway} error={form.errors['gateway']} onChange={(event) => form.set('gateway', event.target.value)}>
          {gateways.map((name) => <option key={name} value={name}>{name}</option>)}
        </SelectField>
        <div className="admin-pair">
          <TextField {...form.text('from')} label={words.from} type="date" />
          <TextField {...form.text('to')} label={words.to} type="date" />
        </div>
        <div className="field">
          <label htmlFor={fileId}>{words.file}</label>
          <input
            id={fileId} type="file" accept=".csv,text/csv,text/plain" aria-invalid={fileError === undefined ? undefined : true}
            aria-describedby={fileError === undefined ? `${fileId}-hint` : `${fileId}-error ${fileId}-hint`}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
          <p className="field-hint" id={`${fileId}-hint`}>{words.fileHint}</p>
          {fileError === undefined ? null : <p className="field-error" id={`${fileId}-error`}>{fileError}</p>}
        </div>
        {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
        <OfflineNote>{words.offline}</OfflineNote>
        <div className="row"><Button type="submit" variant="secondary" disabled={isOffline} busy={busy} busyLabel={words.comparing}>{words.compareYes}</Button></div>
      </FormShell>
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
    </section>
  );
}
