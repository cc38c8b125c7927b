import { ErrorNotice } from './ErrorNotice';
import type { FormFailure } from './form-failure';
import { formWords } from './words';

/** The part of a failure that a form shows above its fields. */
export type ShownFailure = Pick<FormFailure, 'delivery'> & { readonly message: string };

/** Null when the marked fields say it all. */
export function shownFailure({ delivery, message }: FormFailure): ShownFailure | null {
  return message === null ? null : { delivery, message };
}

interface Props {
  failure: ShownFailure | null;
  /** The heading when the platform refused, or was not reached. */
  title: string;
  /** The heading when the answer was lost. */
  unknownTitle?: string;
}

/** Says above a form how the call ended. A lost answer is a warning, because the platform may have done it all the same. */
export function FailureNotice({ failure, title, unknownTitle = formWords.unknownTitle }: Props) {
  if (failure === null) return null;
  const isUnknown = failure.delivery === 'unknown';
  return <ErrorNotice kind={isUnknown ? 'warning' : 'danger'} live title={isUnknown ? unknownTitle : title}>{failure.message}</ErrorNotice>;
}
