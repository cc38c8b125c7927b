import type { RefObject } from 'react';
import { PASSWORD_MIN_LENGTH } from '../../core/contract/auth';
import { PasswordField, TextField } from '../../ui/Field';
import type { Form } from '../shared/form/use-form';
import type { SignUpValues } from './check';
import { formWords } from '../shared/form/words';
import { words } from './words';

export interface StepProps {
  form: Form<SignUpValues>;
  /** Takes the focus when the player turns to the step. */
  heading: RefObject<HTMLLegendElement | null> | null;
  /** The step stays in the document, so that password managers see the whole form and no typed text is lost. */
  hidden: boolean;
}

export function StepHeading({ step, heading }: { step: 1 | 2; heading: StepProps['heading'] }) {
  return (
    <legend ref={heading} tabIndex={-1}>
      <span className="sign-up-step quiet small">{words.stepOf(step)}</span> {words.stepTitle[step]}
    </legend>
  );
}

/** Step 1: the data that the player signs in with. */
export function YourLogin({ form, heading, hidden }: StepProps) {
  return (
    <fieldset hidden={hidden}>
      <StepHeading step={1} heading={heading} />
      <TextField
        {...form.text('email')}
        label={words.email}
        hint={form.errors['email'] === undefined ? words.emailHint : undefined}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <TextField
        {...form.text('username')}
        label={words.username}
        hint={form.errors['username'] === undefined ? words.usernameHint : undefined}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={24}
        enterKeyHint="next"
      />
      <PasswordField kind="new" {...form.text('password')} label={formWords.password} hint={formWords.newPasswordHint(PASSWORD_MIN_LENGTH)} enterKeyHint="next" />
    </fieldset>
  );
}
