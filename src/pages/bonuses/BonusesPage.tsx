import { Bonuses } from '../shared/bonuses/Bonuses';

/** `/bonuses`. */
export default function BonusesPage() {
  return <Bonuses />;
}
