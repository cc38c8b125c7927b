import { useSignedIn } from '../../state/use';
import { Bonuses } from '../shared/bonuses/Bonuses';
import { ForGuests } from '../shared/gates/ForGuests';
import { words } from '../shared/bonuses/words';

/** The bonuses alone, with live data. */
export default function TempBonusesPage() {
  return useSignedIn() ? <Bonuses /> : <ForGuests title={words.title}>{words.guest}</ForGuests>;
}
