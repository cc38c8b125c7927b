import { useId, useState } from 'react';
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';
import { classNames } from './class-names';
import { describedBy } from './described-by';
import { words } from './words';
import './field.css';

interface FieldFrame {
  label: ReactNode;
  hint?: ReactNode;
  /** The error in the platform's words. It is tied to the field and announced. */
  error?: string | undefined;
}

function Notes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {hint === undefined ? null : <p className="field-hint" id={`${id}-hint`}>{hint}</p>}
      {error === undefined ? null : <p className="field-error" id={`${id}-error`}>{error}</p>}
    </>
  );
}

type TextFieldProps = FieldFrame & InputHTMLAttributes<HTMLInputElement> & { before?: ReactNode; after?: ReactNode };

/** A labelled input with its hint and error. `before` and `after` sit inside the frame (a currency sign, a button). */
export function TextField({ label, hint, error, before, after, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={id}>{label}</label>
      <div className="field-frame" data-invalid={error === undefined ? undefined : ''}>
        {before}
        <input
          {...input}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(id, hint, error)}
        />
        {after}
      </div>
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

interface PasswordFieldProps extends TextFieldProps {
  /** Password managers fill in the current password, and suggest and save a new one. */
  kind: 'current' | 'new';
}

/** A password with a button that shows it. The hint gives way to an error, which says the same and more. */
export function PasswordField({ kind, hint, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      hint={props.error === undefined ? hint : undefined}
      autoComplete={`${kind}-password`}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      after={
        <button type="button" className="field-button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? words.hide : words.show}
        </button>
      }
    />
  );
}

type SelectFieldProps = FieldFrame & SelectHTMLAttributes<HTMLSelectElement>;

export function SelectField({ label, hint, error, className, children, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={id}>{label}</label>
      <div className="field-frame" data-invalid={error === undefined ? undefined : ''}>
        <select
          {...select}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(id, hint, error)}
        >
          {children}
        </select>
      </div>
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}

type CheckboxProps = FieldFrame & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>;

export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={classNames('check', className)}>
      <input
        {...input}
        type="checkbox"
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy(id, hint, error)}
      />
      <label htmlFor={id}>{label}</label>
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
}
