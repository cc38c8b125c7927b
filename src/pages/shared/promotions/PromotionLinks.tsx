import { Link } from 'react-router-dom';
import { PROMOTION_IDS } from '../../../core/promotions';
import type { PromotionId } from '../../../core/promotions';
import { Icon } from '../../../ui/more-icons';
import { words } from './words';
import './way-tiles.css';

/** Links to the promotions, under their heading. `except` names the one whose page this is. */
export function PromotionLinks({ title, except }: { title: string; except?: PromotionId }) {
  return (
    <nav className="stack" aria-labelledby="promotions">
      <h2 id="promotions">{title}</h2>
      <ul className="way-tiles">
        {PROMOTION_IDS.filter((id) => id !== except).map((id) => (
          <li key={id}><Link to={`/promo/${id}`}><Icon name="gift" /><span>{words.names[id]}</span></Link></li>
        ))}
      </ul>
    </nav>
  );
}
