import { errorWords, fieldErrors } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import { durationWords } from '../../../core/time';
import type { FieldErrors } from './use-form';
import { words as sharedWords } from '../words';

/**
 * The fate of a call that failed. `not-sent`: the platform has not seen it. `unknown`: the platform may have done it all the same.
 * `answered`: the platform said no.
 */
export type Delivery = 'not-sent' | 'unknown' | 'answered';

/** `deviceOffline`: the device itself says that it has no network, so nothing can have left it. */
export function deliveryOf(error: CallError, deviceOffline: boolean): Delivery {
  if (error.captivePortal) return 'not-sent';
  if (error.problem !== undefined || error.code === 'bad-request') return 'answered';
  return error.code === 'network' && deviceOffline ? 'not-sent' : 'unknown';
}

/** The words of one form for a platform that was not reached. */
export interface UnreachedWords {
  readonly notSent: string;
  readonly unknown: string;
}

export interface FormFailure {
  readonly delivery: Delivery;
  /** The platform's words at the fields of this form. */
  readonly fields: FieldErrors;
  /** The message that belongs to no field; null when the marked fields say it all. */
  readonly message: string | null;
}

function waitWords(ms: number | undefined): string {
  return ms === undefined || ms < 1000 ? '' : ` ${sharedWords.tryAgainIn(durationWords(ms))}`;
}

/**
 * Splits a failure into words at fields and words above the form. `fields` are the fields of the form. `passwordField` is the one that a
 * wrong password is said at, because the player has to type it again.
 */
export function formFailure(
  error: CallError,
  fields: readonly string[],
  words: UnreachedWords,
  deviceOffline: boolean,
  passwordField?: string,
): FormFailure {
  const delivery = deliveryOf(error, deviceOffline);
  if (error.captivePortal) return { delivery, fields: {}, message: `${errorWords(error)} ${words.notSent}` };
  if (delivery !== 'answered') {
    return { delivery, fields: {}, message: delivery === 'not-sent' ? words.notSent : words.unknown };
  }
  if (passwordField !== undefined && error.problem?.code === 'invalid-credentials') {
    return { delivery, fields: { [passwordField]: errorWords(error) }, message: null };
  }
  const all = Object.entries(fieldErrors(error));
  const formErrors = all.filter(([field]) => fields.includes(field));
  const otherMessages = all.filter(([field]) => !fields.includes(field)).map(([, message]) => message);
  const messages = new Set([...(formErrors.length > 0 ? [] : [errorWords(error)]), ...otherMessages]);
  const message = [...messages].join(' ') + (error.status === 429 ? waitWords(error.retryAfterMs) : '');
  return { delivery, fields: Object.fromEntries(formErrors), message: message === '' ? null : message };
}
