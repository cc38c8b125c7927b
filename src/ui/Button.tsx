import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names';
import './button.css';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

/** The class of a button, for a link that looks like one. */
export function buttonClass(variant: ButtonVariant = 'primary', wide = false): string {
  return classNames('button', `button-${variant}`, wide && 'button-wide');
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  wide?: boolean;
  /** A call is running: the button keeps its width and focus, says so, and does nothing more. */
  busy?: boolean;
  busyLabel?: string;
  children: ReactNode;
}

export function Button({ variant, wide, busy = false, busyLabel, className, onClick, children, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass(variant, wide), className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) {
          event.preventDefault();
          return;
        }
        onClick?.(event);
      }}
    >
      {busy ? <span className="button-dots" aria-hidden="true" /> : null}
      {busy && busyLabel !== undefined ? busyLabel : children}
    </button>
  );
}
