import { useEffect, useState } from 'react';
import { Button } from '../../../ui/Button';
import { PasswordField, TextField } from '../../../ui/Field';
import { FormShell } from '../../shared/form/FormShell';
import { OwnUsername } from '../../shared/form/OwnUsername';
import type { Form } from '../../shared/form/use-form';
import { formWords } from '../../shared/form/words';
import { words } from './words';

export interface ClosingValues extends Record<string, string> {
  readonly password: string;
  readonly reason: string;
}

const REASON_MAX = 500;

interface Props {
  form: Form<ClosingValues>;
  onGoOn: () => void;
  onBack: () => void;
}

/** Asks for the password, and for a reason if the player wants to give one. */
export function PasswordStep({ form, onGoOn, onBack }: Props) {
  const [element, setElement] = useState<HTMLFormElement | null>(null);
  const { attach } = form;
  useEffect(() => {
    attach(element);
    // The button that was pressed is gone, and the focus with it, so the password field takes it.
    element?.querySelector<HTMLElement>('input[name="password"]')?.focus();
    return () => attach(null);
  }, [attach, element]);

  function submit(): void {
    const isMissing = form.values.password === '';
    form.refuse(isMissing ? { password: formWords.noPassword } : {});
    if (!isMissing) onGoOn();
  }

  return (
    <FormShell attach={setElement} onSubmit={submit}>
      <OwnUsername />
      <PasswordField kind="current" {...form.text('password')} label={formWords.password} enterKeyHint="next" />
      <TextField {...form.text('reason')} label={words.reason} maxLength={REASON_MAX} autoComplete="off" />
      <div className="row">
        <Button type="submit" variant="danger">{words.goOn}</Button>
        <Button variant="ghost" onClick={onBack}>{words.back}</Button>
      </div>
    </FormShell>
  );
}
