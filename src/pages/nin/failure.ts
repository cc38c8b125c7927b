import type { CallError } from '../../core/errors';
import { formFailure } from '../shared/form/form-failure';
import type { FieldErrors } from '../shared/form/use-form';
import { words } from './words';

export interface NinFailure {
  readonly fields: FieldErrors;
  /** The notice that belongs to no field; null when the marked fields say it all. */
  readonly notice: { readonly title: string; readonly text: string } | null;
  /** The step that the player can take about it on this page. */
  readonly remedy: 'none' | 'password' | 'sign-in' | 'edit-name' | 'withdraw';
}

const FIELDS = ['number', 'consent'] as const;
const UNREACHED = { notSent: words.notSent, unknown: words.unknown };

/** Puts a refused check into words: what happened, what is safe, what to do. `name` is the name of the account. */
export function ninFailure(error: CallError, name: string, deviceOffline: boolean): NinFailure {
  const failureOf = (title: string, text: string, remedy: NinFailure['remedy'] = 'none'): NinFailure => ({
    fields: {}, notice: { title, text }, remedy,
  });
  switch (error.problem?.code) {
    case 'password-needed':
      return { fields: {}, notice: null, remedy: 'password' };
    case 'name-mismatch':
      return failureOf(words.nameTitle, words.nameText(name), 'edit-name');
    case 'nin-in-use':
      return failureOf(words.inUseTitle, words.inUseText, 'withdraw');
    case 'gateway-unavailable':
      return failureOf(words.awayTitle, words.awayText);
    default: {
      const { fields, message, delivery } = formFailure(error, FIELDS, UNREACHED, deviceOffline);
      const remedy = error.problem?.code === 'binding-missing' ? 'sign-in' : 'none';
      const title = delivery === 'unknown' ? words.unknownTitle : words.failed;
      return { fields, notice: message === null ? null : { title, text: message }, remedy };
    }
  }
}
