import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { openSignUp } from '../../state/session';
import { useSession, useSignedIn } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/States';
import { words } from './words';

/** The join dialog alone. It opens by itself for a guest. */
export default function TempJoinPopupPage() {
  const isSignedIn = useSignedIn();
  const firstName = useSession((session) => session.firstName);
  useEffect(() => {
    if (!isSignedIn) openSignUp();
  }, [isSignedIn]);
  return (
    <>
      <h1 tabIndex={-1}>{words.title}</h1>
      {isSignedIn ? (
        <EmptyState title={words.inTitle(firstName ?? '')} action={<Link className={buttonClass()} to="/">{words.lobby}</Link>}>{words.inText}</EmptyState>
      ) : (
        <EmptyState title={words.guest} action={<Button onClick={openSignUp}>{words.open}</Button>} />
      )}
    </>
  );
}
