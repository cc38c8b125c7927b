import { openSignIn, openSignUp } from '../../state/session';
import { useCan, useSignedIn } from '../../state/use';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/States';
import { HeaderProfile } from '../shared/profile/HeaderProfile';
import { words as profileWords } from '../shared/profile/words';
import { words } from './words';

function ForGuests() {
  const canSignIn = useCan('sign-in');
  return (
    <>
      <h1 tabIndex={-1}>{profileWords.title}</h1>
      <EmptyState
        title={words.guestTitle}
        action={canSignIn ? (
          <div className="row">
            <Button onClick={openSignIn}>{words.signIn}</Button>
            <Button variant="secondary" onClick={openSignUp}>{words.join}</Button>
          </div>
        ) : undefined}
      >
        {words.guest}
      </EmptyState>
    </>
  );
}

/** The header profile alone, on live data. */
export default function TempHeaderProfilePage() {
  return <div className="profile">{useSignedIn() ? <HeaderProfile /> : <ForGuests />}</div>;
}
