import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CONSENT_TAGS } from '../../core/contract/consents';
import { Checkbox, TextField } from '../../ui/Field';
import { CONSENT_WORDS, words as consentWords } from '../shared/consents/consent-words';
import { useMinimumAge } from '../shared/gates/place';
import type { Form } from '../shared/form/use-form';
import { latestBirthDay } from './check';
import type { SignUpValues } from './check';
import { StepHeading } from './YourLogin';
import type { StepProps } from './YourLogin';
import { words } from './words';

/** The consents are optional and off at first. The words about taking them back come first. */
function Consents({ form }: { form: Form<SignUpValues> }) {
  const consentCount = CONSENT_TAGS.filter((tag) => form.values[tag]).length;
  return (
    <details className="sign-up-consents">
      <summary>
        <span>{words.consents} <span className="quiet small">({words.consentsChosen(consentCount)})</span></span>
      </summary>
      <p className="quiet small">{consentWords.right}</p>
      {CONSENT_TAGS.map((tag) => <Checkbox key={tag} {...form.check(tag)} label={CONSENT_WORDS[tag]} />)}
    </details>
  );
}

/** Opens another page and leaves the form as it is, so the typed text is kept. */
function Terms({ form, years }: { form: Form<SignUpValues>; years: number }) {
  return (
    <Checkbox
      {...form.check('acceptTerms')}
      label={
        <>
          {words.termsBefore}
          <Link to="/terms" target="_blank" rel="noopener">{words.terms}</Link>
          {words.termsBetween}
          <Link to="/privacy" target="_blank" rel="noopener">{words.privacy}</Link>
          {words.termsAfter(years)}
        </>
      }
    />
  );
}

/** Step 2: who the player is. */
export function AboutYou({ form, heading, hidden }: StepProps) {
  const years = useMinimumAge();
  const [openedAt] = useState(() => Date.now());
  return (
    <fieldset hidden={hidden}>
      <StepHeading step={2} heading={heading} />
      <div className="two-up">
        <TextField {...form.text('firstname')} label={words.firstname} autoComplete="given-name" enterKeyHint="next" />
        <TextField {...form.text('lastname')} label={words.lastname} autoComplete="family-name" enterKeyHint="next" />
      </div>
      <p className="quiet small sign-up-name-hint">{words.nameHint}</p>
      <div className="two-up">
        <TextField
          {...form.text('dateOfBirth')}
          label={words.dateOfBirth}
          hint={form.errors['dateOfBirth'] === undefined ? words.dateHint(years) : undefined}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={latestBirthDay(openedAt, years)}
        />
        <TextField
          {...form.text('phone')}
          label={words.phone}
          hint={form.errors['phone'] === undefined ? words.phoneHint : undefined}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="done"
        />
      </div>
      <Consents form={form} />
      <Terms form={form} years={years} />
    </fieldset>
  );
}
