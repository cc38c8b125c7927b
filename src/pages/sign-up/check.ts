import { signUpBody } from '../../core/contract/auth';
import type { SignUpBody } from '../../core/contract/auth';
import { CONSENT_TAGS } from '../../core/contract/consents';
import type { ConsentTag } from '../../core/contract/consents';
import { isDay } from '../../core/day';
import { isOwnData, OWN_DATA_REFUSAL } from '../../core/own-data';
import { lagosDay } from '../../core/time';
import type { FieldErrors } from '../shared/form/use-form';
import { words } from './words';

export const TEXT_FIELDS = ['email', 'username', 'password', 'firstname', 'lastname', 'dateOfBirth', 'phone'] as const;
type TextField = (typeof TEXT_FIELDS)[number];

/** The values of the form: its texts as they are typed, a switch for each consent, and the terms. */
export type SignUpValues = Record<TextField, string> & Record<ConsentTag | 'acceptTerms', boolean>;

/** Every box starts empty: silence is not consent. */
export const EMPTY: SignUpValues = {
  email: '', username: '', password: '', firstname: '', lastname: '', dateOfBirth: '', phone: '',
  acceptTerms: false,
  acceptNewsEmail: false, acceptSMSOffers: false, emailmarketing: false, sms: false, '3rdparty': false, smaaneemail: false,
};

/** The fields of the first step; the others belong to the second. */
export const FIRST_STEP: readonly string[] = ['email', 'username', 'password'];
export const FIELDS: readonly string[] = [...TEXT_FIELDS, 'acceptTerms'];

/** The latest birthday, `YYYY-MM-DD`, of a person who is `years` old today in Lagos. `nowMs` is epoch ms. */
export function latestBirthDay(nowMs: number, years: number): string {
  const today = lagosDay(nowMs);
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
}

/** The body for the platform. */
export function toBody(values: SignUpValues): Record<keyof SignUpBody, unknown> {
  const { email, username, password, firstname, lastname, dateOfBirth, phone, acceptTerms } = values;
  const consents = CONSENT_TAGS.filter((tag) => values[tag]);
  return { email, username, password, firstname, lastname, dateOfBirth, phone, acceptTerms, consents };
}

export type SignUpCheck =
  | { readonly ok: true; readonly body: SignUpBody }
  | { readonly ok: false; readonly errors: FieldErrors };

/** Checks by the platform's own schema and its rule about the player's own data, in its words. The platform checks all of it again. */
export function checkSignUp(values: SignUpValues, nowMs: number, years: number): SignUpCheck {
  const errors: Record<string, string> = {};
  const parsed = signUpBody.safeParse(toBody(values));
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const field = String(issue.path[0]);
      errors[field] ??= field === 'dateOfBirth' && !isDay(values.dateOfBirth) ? words.noDate : issue.message;
    }
  }
  if (errors['password'] === undefined && isOwnData(values.password, values)) errors['password'] = OWN_DATA_REFUSAL;
  if (errors['dateOfBirth'] === undefined && values.dateOfBirth > latestBirthDay(nowMs, years)) {
    errors['dateOfBirth'] = words.tooYoung(years);
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, body: parsed.data } : { ok: false, errors };
}

/** The errors that belong to a step. */
export function errorsOfStep(errors: FieldErrors, step: 1 | 2): FieldErrors {
  const isFirst = step === 1;
  return Object.fromEntries(Object.entries(errors).filter(([field]) => FIRST_STEP.includes(field) === isFirst));
}
