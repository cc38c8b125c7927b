import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { closeDialogs } from '../../state/session';
import { useSession } from '../../state/use';
import { Dialog } from '../../ui/Dialog';
import { CatchError } from '../CatchError';
import { Waiting } from '../Waiting';
import { words } from '../words';

type DialogForm = ComponentType<{ onDone: () => void }>;

/** The forms are lazy and come as a property: the frame names no page's file, so it stays the same when a page changes. */
export interface DialogForms {
  readonly SignIn: DialogForm;
  readonly SignUp: DialogForm;
  /** A dialog of its own. */
  readonly SupportChat: ComponentType;
}

/** Signing in and joining over any page; the store lets only one of them be open. */
export function AuthDialogs({ forms: { SignIn, SignUp } }: { forms: DialogForms }) {
  const signIn = useSession((session) => session.signInDialog);
  const signUp = useSession((session) => session.signUpDialog);
  if (!signIn && !signUp) return null;
  return (
    <Dialog key={signIn ? 'in' : 'up'} open title={signIn ? words.signIn : words.join} closeLabel={words.close} onClose={closeDialogs}>
      <CatchError resetKey={signIn} again={signIn ? '/sign-in' : '/sign-up'}>
        <Suspense fallback={<Waiting />}>
          {signIn ? <SignIn onDone={closeDialogs} /> : <SignUp onDone={closeDialogs} />}
        </Suspense>
      </CatchError>
    </Dialog>
  );
}

/** Opens help, and the chat with our team, over any page. */
export function SupportDialog({ forms: { SupportChat } }: { forms: DialogForms }) {
  const isActive = useSession((session) => session.supportChatActive);
  return isActive ? <Suspense fallback={null}><SupportChat /></Suspense> : null;
}
