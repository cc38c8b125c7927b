import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { openSignUp } from '../../state/session';
import { useSession, useSignedIn } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/States';

const words = {
  title: 'Join',
  guest: 'Joining opens over any page, and leaves you where you are.',
  open: 'Open it again',
  inTitle: (name: string) => `${name === '' ? 'You' : name}, you are in already`,
  inText: 'Who is signed in has joined. Sign out to see what a guest sees.',
  lobby: 'To the lobby',
} as const;

/** The join popup alone: it opens by itself for a guest. */
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
