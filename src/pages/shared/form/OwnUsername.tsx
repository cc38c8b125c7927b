import { useSession } from '../../../state/use';

/** Says whose password a form asks for: password managers look for a username beside it, which the player does not type here. */
export function OwnUsername() {
  const userName = useSession((session) => session.userName);
  return <input type="text" name="username" autoComplete="username" value={userName ?? ''} readOnly hidden />;
}
