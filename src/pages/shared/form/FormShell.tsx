import type { ReactNode, SubmitEvent } from 'react';
import './forms.css';

interface Props {
  /** `attach` of `useForm`. */
  attach: (form: HTMLFormElement | null) => void;
  /** While something is under way Enter sends nothing. */
  busy?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form of the platform's: its own words instead of the browser's bubbles. */
export function FormShell({ attach, busy = false, onSubmit, children }: Props) {
  return (
    <form
      className="form"
      noValidate
      ref={attach}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      {children}
    </form>
  );
}
