import { useId } from 'react';
import type { TextareaHTMLAttributes } from 'react';
import { describedBy } from '../../../ui/described-by';
import './support.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string;
  error?: string | undefined;
  onText: (text: string) => void;
}

/** A labelled field of several lines with its hint and error. */
export function TextArea({ label, hint, error, onText, ...area }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-frame" data-invalid={error === undefined ? undefined : ''}>
        <textarea
          rows={4}
          {...area}
          id={id}
          className="said-area"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      {hint === undefined ? null : <p className="field-hint" id={`${id}-hint`}>{hint}</p>}
      {error === undefined ? null : <p className="field-error" id={`${id}-error`}>{error}</p>}
    </div>
  );
}
