import { useState } from 'react';
import { decideCase } from '../../../bridge/actions/risk';
import { caseReason, caseReport, OUTCOMES } from '../../../core/contract/risk';
import type { Outcome, RiskCase } from '../../../core/contract/risk';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { SelectField, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { FormShell } from '../../shared/form/FormShell';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { useForm } from '../../shared/form/use-form';
import { TextArea } from '../../shared/support/TextArea';
import { words } from './words';

interface Props {
  item: RiskCase;
  onDone: (item: RiskCase) => void;
  /** Something has happened with the case meanwhile. */
  onStale: () => void;
  onClose: () => void;
}

interface Values {
  readonly outcome: string;
  readonly reason: string;
  readonly reference: string;
  readonly facts: string;
}

/** The decisions that fit the case. */
export const outcomesOf = (kind: RiskCase['kind']): readonly Outcome[] =>
  OUTCOMES.filter((outcome) => (outcome === 'reported' ? kind === 'laundering' : outcome === 'called' ? kind === 'call' : true));

type Checked = { readonly body: Parameters<typeof decideCase>[1] } | { readonly errors: Readonly<Record<string, string>> };

/** Makes the request of what was typed, or says what is wrong with it. */
function check(item: RiskCase, values: Values): Checked {
  const outcome = outcomesOf(item.kind).find((each) => each === values.outcome);
  const reason = caseReason.safeParse(values.reason);
  const report = outcome === 'reported' ? caseReport.safeParse({ reference: values.reference, facts: values.facts }) : null;
  const wrong = report === null || report.success ? [] : report.error.issues.map((issue) => [String(issue.path[0]), issue.message] as const);
  if (outcome === undefined || !reason.success || wrong.length > 0) {
    return {
      errors: {
        ...(outcome === undefined && { outcome: words.chooseOne }), ...(!reason.success && { reason: reason.error.issues[0]?.message ?? '' }), ...Object.fromEntries(wrong),
      },
    };
  }
  return { body: { outcome, reason: reason.data, seen: item.seen, ...(report?.success === true && { report: report.data }) } };
}

/** Asks for the decision with its reason, and for the facts of a report where one was made. */
export function DecideForm({ item, onDone, onStale, onClose }: Props) {
  // A report's facts are kept nowhere but in this form.
  const form = useForm({ name: `decision on ${item.caseId}`, initial: { outcome: '', reason: '', reference: '', facts: '' } });
  const isOffline = useIsOffline();
  const [is, setIs] = useState<'typed' | 'sending' | 'password'>('typed');
  const [message, setMessage] = useState<string | null>(null);

  async function submit(): Promise<void> {
    setMessage(null);
    const checked = check(item, form.values);
    form.refuse('errors' in checked ? checked.errors : {});
    if ('errors' in checked || isOffline) return;
    setIs('sending');
    const result = await decideCase(item.caseId, checked.body);
    if (result.ok) {
      form.fill({ outcome: '', reason: '', reference: '', facts: '' });
      onDone(result.data);
      return;
    }
    const { problem } = result.error;
    setIs(problem?.code === 'password-needed' ? 'password' : 'typed');
    if (problem?.code === 'password-needed') return;
    if (problem?.code === 'conflict') onStale();
    const failure = formFailure(result.error, ['outcome', 'reason', 'reference', 'facts'], words, isDeviceOffline());
    form.refuse(failure.fields);
    setMessage(failure.message);
  }

  return (
    <FormShell attach={form.attach} busy={is === 'sending'} onSubmit={() => void submit()}>
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <SelectField label={words.outcomeLabel} value={form.values.outcome} error={form.errors['outcome']} onChange={(event) => form.set('outcome', event.target.value)}>
        <option value="">{words.choose}</option>
        {outcomesOf(item.kind).map((outcome) => <option key={outcome} value={outcome}>{words.outcomes[outcome]}</option>)}
      </SelectField>
      {form.values.outcome === 'reported' ? (
        <>
          <Notice kind="info">{words.reportSecret}</Notice>
          <TextField {...form.text('reference')} label={words.reference} maxLength={64} autoComplete="off" />
          <TextArea name="facts" label={words.reportFacts} hint={words.reportHint} rows={4} maxLength={2_000} value={form.values.facts} error={form.errors['facts']} onText={(facts) => form.fill({ facts })} />
        </>
      ) : null}
      <TextArea name="reason" label={words.reason} hint={words.reasonHint} rows={3} maxLength={1_000} value={form.values.reason} error={form.errors['reason']} onText={(reason) => form.fill({ reason })} />
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button type="submit" disabled={isOffline} busy={is === 'sending'} busyLabel={words.busy}>{words.decide}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
      {is === 'password' ? <PasswordDialog onClose={() => setIs('typed')} onConfirmed={() => void submit()} /> : null}
    </FormShell>
  );
}
