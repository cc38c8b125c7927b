import { Link } from 'react-router-dom';
import type { Capability } from '../../../core/contract/platform';
import { useHost } from '../../../state/use';
import { Icon } from '../../../ui/icons';
import type { IconName } from '../../../ui/icons';
import './how.css';
import { words } from './words';

interface Card {
  readonly to: string;
  readonly icon: IconName;
  readonly text: { readonly title: string; readonly text: string };
  /** The capability of the platform without which there is nothing to explain. */
  readonly needs?: Capability;
}

const CARDS: readonly Card[] = [
  { to: '/help#fair-results', icon: 'shield', text: words.cards.result },
  { to: '/help#lost-connection', icon: 'lock', text: words.cards.lostConnection },
  { to: '/help#rtp', icon: 'info', text: words.cards.returns },
  { to: '/promo/welcome-bonus', icon: 'deposit', text: words.cards.bonus, needs: 'promotions' },
  { to: '/responsible-gambling', icon: 'clock', text: words.cards.limits },
];

/** Explains how this place differs from others, with a link to the page about each point. */
export default function HowCards() {
  const capabilities = useHost(({ config }) => config?.capabilities);
  const isAvailable = ({ needs }: Card) => needs === undefined || (capabilities?.includes(needs) ?? true);
  return (
    <section className="stack" aria-labelledby="how-title">
      <h2 id="how-title">{words.howTitle}</h2>
      <ul className="how-cards">
        {CARDS.filter(isAvailable).map(({ to, icon, text: { title, text } }) => (
          <li key={to} className="how-card">
            <Icon name={icon} />
            <h3><Link to={to}>{title}</Link></h3>
            <p className="quiet small">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
