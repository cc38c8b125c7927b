import { useSignedIn } from '../../state/use';
import { Bonuses } from '../shared/bonuses/Bonuses';
import { ForGuests } from '../shared/ForGuests';
import { words } from '../shared/bonuses/words';

const guestText = 'Your bonuses stand here once you are, with what they ask and what they are expected to cost.';

/** The bonuses alone, on live data. */
export default function TempBonusesPage() {
  return useSignedIn() ? <Bonuses /> : <ForGuests title={words.title}>{guestText}</ForGuests>;
}
