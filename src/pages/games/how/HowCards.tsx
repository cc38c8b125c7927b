import { Link } from 'react-router-dom';
import { useHost } from '../../../state/use';
import { Icon } from '../../../ui/icons';
import type { IconName } from '../../../ui/icons';
import './how.css';
import { words } from './words';

/** The things that are different here, each with the page that explains it. */
export default function HowCards() {
  const capabilities = useHost(({ config }) => config?.capabilities);
  const isThere = (card: (typeof words.cards)[number]) => !('needs' in card) || (capabilities?.includes(card.needs) ?? true);
  return (
    <section className="stack" aria-labelledby="how-title">
      <h2 id="how-title">{words.howTitle}</h2>
      <ul className="how-cards">
        {words.cards.filter(isThere).map(({ to, icon, title, text }) => (
          <li key={to} className="how-card">
            <Icon name={icon as IconName} />
            <h3><Link to={to}>{title}</Link></h3>
            <p className="quiet small">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
