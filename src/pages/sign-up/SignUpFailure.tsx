import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Notice } from '../../ui/States';
import { ErrorHelp } from '../shared/form/ErrorNotice';
import { formWords } from '../shared/form/words';
import { words } from './words';

/** A link to the sign-in form, for a player who has an account. */
export function SwitchToSignIn({ href, onLeave }: { href: string | undefined; onLeave: () => void }) {
  if (href !== undefined) return <Link to={href} onClick={onLeave}>{words.signIn}</Link>;
  return <button type="button" className="link-button" onClick={onLeave}>{words.signIn}</button>;
}

/** `went-through`: an earlier try whose answer was lost has opened the account. */
export type FailureKind = 'refused' | 'unknown' | 'went-through';

const TITLES: Readonly<Record<FailureKind, string>> = {
  refused: words.failed,
  unknown: formWords.unknownTitle,
  'went-through': words.wentThroughTitle,
};

/** Says why no account was opened, or that one may be open. */
export function SignUpFailure({ kind, message, action, onLeave }: {
  kind: FailureKind;
  message: string;
  action: ReactNode;
  /** Closes the dialog around the form, where there is one. */
  onLeave: (() => void) | undefined;
}) {
  const mayBeOpen = kind !== 'refused';
  return (
    <Notice
      kind={mayBeOpen ? 'warning' : 'danger'}
      live
      title={TITLES[kind]}
      action={mayBeOpen ? action : undefined}
    >
      <p>{message}</p>
      <ErrorHelp text={message} onFollow={onLeave} />
    </Notice>
  );
}
