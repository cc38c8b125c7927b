import { useEffect, useId, useRef } from 'react';
import { Icon } from './icons';
import './field.css';

interface Props {
  label: string;
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
  /** The number of matches. Screen readers say it when it changes. */
  resultText?: string;
}

/** A search field that searches with each key. Escape empties it. */
export function SearchField({ label, value, placeholder, onChange, resultText }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The built lobby is on the screen before its code is here. The next drawing would wipe what was typed by then.
  useEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== value) onChange(typed);
  }, []); // oxlint-disable-line react/exhaustive-deps -- once, with the first drawing
  return (
    <search className="field">
      <label htmlFor={id} className="unseen">{label}</label>
      <div className="field-frame">
        <Icon name="search" size={20} className="quiet" />
        <input
          ref={input}
          id={id}
          type="search"
          value={value}
          placeholder={placeholder ?? label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onChange('');
          }}
        />
      </div>
      <p className="unseen" role="status">{resultText ?? ''}</p>
    </search>
  );
}
