import { useSignedIn } from '../../state/use';
import { ForGuests } from '../shared/gates/ForGuests';
import { HeaderProfile } from '../shared/profile/HeaderProfile';
import { words as profileWords } from '../shared/profile/words';
import { words } from './words';

/** The header profile alone, with live data. */
export default function TempHeaderProfilePage() {
  return <div className="profile">{useSignedIn() ? <HeaderProfile /> : <ForGuests title={profileWords.title}>{words.guest}</ForGuests>}</div>;
}
