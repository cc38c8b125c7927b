import { NavLink } from 'react-router-dom';
import { useCan, useSignedIn } from '../../state/use';
import { Icon } from '../../ui/icons';
import type { IconName } from '../../ui/icons';
import { words } from '../words';

interface MenuItem {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly isOffered?: boolean;
}

/** The links that one thumb reaches: a bar at the bottom of a phone, a rail at the side of a wide screen. */
export function MainMenu() {
  const signedIn = useSignedIn();
  const canSignIn = useCan('sign-in');
  const items: readonly MenuItem[] = [
    { to: '/', label: words.lobby, icon: 'lobby' },
    { to: '/games', label: words.games, icon: 'games' },
    { to: '/deposit', label: words.deposit, icon: 'deposit', isOffered: useCan('deposits') },
    { to: '/bonuses', label: words.bonuses, icon: 'gift', isOffered: useCan('bonuses') },
    { to: '/profile', label: words.me, icon: 'me', isOffered: signedIn || canSignIn },
  ];
  const offered = items.filter(({ isOffered = true }) => isOffered);
  return (
    <nav className="bottom-bar side-rail" data-public aria-label={words.mainMenu}>
      <ul className="places" data-count={offered.length}>
        {offered.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink className="place" to={to} end>
              <Icon name={icon} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
