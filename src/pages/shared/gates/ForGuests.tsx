import { openSignIn, openSignUp } from '../../../state/session';
import { useCan } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/States';
import { guestWords as words } from './guest-words';

/** Replaces a player's page for guests. `title`: the heading of the page; `children`: what will be there. */
export function ForGuests({ title, children }: { title: string; children: string }) {
  const canSignIn = useCan('sign-in');
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <EmptyState
        title={words.title}
        action={canSignIn ? (
          <div className="row">
            <Button onClick={openSignIn}>{words.signIn}</Button>
            <Button variant="secondary" onClick={openSignUp}>{words.join}</Button>
          </div>
        ) : undefined}
      >
        {children}
      </EmptyState>
    </>
  );
}
