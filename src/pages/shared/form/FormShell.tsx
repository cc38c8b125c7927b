import type { ReactNode, SubmitEvent } from 'react';
import './forms.css';

interface Props {
  /** Pass `attach` of `useForm`. */
  attach: (form: HTMLFormElement | null) => void;
  /** Enter sends nothing while a call is running. */
  busy?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form with the platform's own words in place of the browser's messages. */
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
