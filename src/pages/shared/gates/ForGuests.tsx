import { openSignIn, openSignUp } from '../../../state/session';
import { useCan } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { EmptyState } from '../../../ui/States';
import { guestWords as words } from './guest-words';

/** Takes the place of a player's page for guests. `title` is the page's heading, `children` describe the page. */
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
