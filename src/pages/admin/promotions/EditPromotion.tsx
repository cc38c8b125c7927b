import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { proposeChange } from '../../../bridge/actions/admin-promotions';
import type { AdminPromotion } from '../../../bridge/actions/admin-promotions';
import { promotion as promotionSchema } from '../../../core/contract/promotions';
import type { Promotion } from '../../../core/contract/promotions';
import type { CallError } from '../../../core/errors';
import { notify } from '../../../state/notifications';
import { Button } from '../../../ui/Button';
import { SelectField, TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { Costs } from './Costs';
import { fieldsOf, formOf, patchOf, readableOf, typedTerms } from './promotion-form';
import type { FormErrors, PromotionField } from './promotion-form';
import { useCosts } from './use-costs';
import { WeekdaysField } from './WeekdaysField';
import { words } from './words';

const HINTS: Partial<Record<PromotionField, string>> = {
  approvalNumber: words.approvalHint, weekdays: words.weekdaysHint, prizes: words.prizesHint, budget: words.budgetHint,
};
const TEXTS: ReadonlySet<PromotionField> = new Set(['name', 'approvalNumber', 'gameId']);

/** The platform's words by field; `terms.prizes.2` belongs to the prizes. */
function errorsOf(error: CallError, fields: readonly PromotionField[]): FormErrors {
  const errors: FormErrors = {};
  for (const { field, message } of error.problem?.errors ?? []) {
    const memberName = field.split('.').find((part) => part !== 'terms');
    const name = fields.find((each) => each === memberName);
    if (name !== undefined) errors[name] ??= message;
  }
  return errors;
}

interface Props {
  promotion: AdminPromotion;
  /** The ceiling of the places; undefined where the platform says none. */
  mostWagering: number | undefined;
  /** Something has changed on the platform. */
  onSaved: () => void;
  onClose: () => void;
}

/**
 * One promotion's form, whose change another admin confirms. A conflict keeps what was typed and shows beside each field what
 * the platform has now.
 */
export function EditPromotion({ promotion, mostWagering, onSaved, onClose }: Props) {
  const { promotionId } = promotion;
  const [base, setBase] = useState<Promotion>(promotion);
  const [form, setForm] = useState(() => formOf(promotion));
  const [errors, setErrors] = useState<FormErrors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [phase, setPhase] = useState<'idle' | 'busy' | 'password'>('idle');
  const [isConflict, setConflict] = useState(false);
  const theirs = formOf(base);
  const fields = fieldsOf(base.terms.kind);
  const terms = typedTerms(form, base);
  const costs = useCosts(promotionId, terms);

  async function save(): Promise<void> {
    const parsed = patchOf(form, base);
    setErrors(parsed !== null && 'errors' in parsed ? parsed.errors : {});
    setMessage(parsed === null ? words.unchanged : null);
    if (parsed === null || 'errors' in parsed) return;
    setPhase('busy');
    const result = await proposeChange({ promotionId, version: base.version }, parsed.patch);
    if (result.ok) {
      notify({ kind: 'success', text: words.proposed(base.name) });
      onSaved();
      onClose();
      return;
    }
    const { problem, status } = result.error;
    setPhase(problem?.code === 'password-needed' ? 'password' : 'idle');
    if (problem?.code === 'password-needed') return;
    const current = status === 412 ? promotionSchema.safeParse(problem?.current) : null;
    if (current?.success) {
      setBase(current.data);
      setConflict(true);
      onSaved();
      return;
    }
    setErrors(errorsOf(result.error, fields));
    setMessage(problem?.detail ?? problem?.title ?? words.offline);
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    void save();
  }

  function hintOf(field: PromotionField): string | undefined {
    if (isConflict && theirs[field] !== form[field]) return words.theirs(readableOf(field, theirs[field]));
    return field === 'wagering' && mostWagering !== undefined ? words.wageringHint(mostWagering) : HINTS[field];
  }

  const takeTheirs = () => {
    setForm(theirs);
    setConflict(false);
  };
  return (
    <>
      <form className="stack" noValidate onSubmit={submit}>
        {isConflict ? (
          <Notice kind="warning" live title={words.conflictTitle} action={<Button variant="secondary" onClick={takeTheirs}>{words.takeTheirs}</Button>}>
            <p>{words.conflictText}</p>
          </Notice>
        ) : null}
        {fields.map((field) => {
          const common = { label: words.fields[field], value: form[field] ?? '', error: errors[field], hint: hintOf(field) };
          if (field === 'weekdays') return <WeekdaysField key={field} {...common} onChange={(weekdays) => setForm({ ...form, weekdays })} />;
          return field === 'once' ? (
            <SelectField key={field} {...common} onChange={(event) => setForm({ ...form, [field]: event.target.value })}>
              <option value="ever">{words.once.ever}</option>
              <option value="week">{words.once.week}</option>
            </SelectField>
          ) : (
            <TextField
              key={field} {...common} inputMode={TEXTS.has(field) || field === 'prizes' ? 'text' : 'decimal'} autoComplete="off"
              onChange={(event) => setForm({ ...form, [field]: event.target.value })}
            />
          );
        })}
        <Costs state={costs.state} budget={terms === null || terms.kind === 'draw' ? null : (terms.budget ?? null)} onAgain={costs.again} />
        {message === null ? null : <Notice kind="warning" live>{message}</Notice>}
        <div className="row">
          <Button type="submit" busy={phase === 'busy'} busyLabel={words.proposing}>{words.propose}</Button>
          <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
        </div>
      </form>
      {phase === 'password' ? <PasswordDialog onClose={() => setPhase('idle')} onConfirmed={() => void save()} /> : null}
    </>
  );
}
