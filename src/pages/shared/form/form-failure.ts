import { errorWords, fieldErrors } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import { durationWords } from '../../../core/time';
import type { FieldErrors } from './use-form';
import { words as sharedWords } from '../words';

/**
 * The fate of a call that failed. `not-sent`: the platform has not seen it. `unknown`: it may have been done all the same.
 * `answered`: the platform said no.
 */
export type Delivery = 'not-sent' | 'unknown' | 'answered';

/** `deviceOffline`: the device itself says that it has no network, so nothing can have left it. */
export function deliveryOf(error: CallError, deviceOffline: boolean): Delivery {
  if (error.captivePortal) return 'not-sent';
  if (error.problem !== undefined || error.code === 'bad-request') return 'answered';
  return error.code === 'network' && deviceOffline ? 'not-sent' : 'unknown';
}

/** The words of one form for when the platform could not be asked. */
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
 * Sorts a failure into what is said at fields and what above the form. `fields`: the ones this form shows. `passwordField`: the
 * one of them that a wrong password is said at, because it is the one to type again.
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
  const mine = all.filter(([field]) => fields.includes(field));
  const others = all.filter(([field]) => !fields.includes(field)).map(([, message]) => message);
  const messages = new Set([...(mine.length > 0 ? [] : [errorWords(error)]), ...others]);
  const message = [...messages].join(' ') + (error.status === 429 ? waitWords(error.retryAfterMs) : '');
  return { delivery, fields: Object.fromEntries(mine), message: message === '' ? null : message };
}
