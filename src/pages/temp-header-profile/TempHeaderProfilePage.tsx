import { useSignedIn } from '../../state/use';
import { ForGuests } from '../shared/ForGuests';
import { HeaderProfile } from '../shared/profile/HeaderProfile';
import { words } from '../shared/profile/words';

const guestText = 'Your name, your balance and the ways to everything of yours stand here once you are.';

/** The header profile alone, on live data. */
export default function TempHeaderProfilePage() {
  return <div className="profile">{useSignedIn() ? <HeaderProfile /> : <ForGuests title={words.title}>{guestText}</ForGuests>}</div>;
}
