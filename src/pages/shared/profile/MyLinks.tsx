import { Link } from 'react-router-dom';
import { can } from '../../../state/catalogue';
import { useFigures, useHost } from '../../../state/use';
import { Icon } from '../../../ui/more-icons';
import type { IconName } from '../../../ui/more-icons';
import { useIsSecond } from '../gates/SecondAccount';
import { words } from './words';

interface MyLink {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
  readonly hint: string;
  readonly isOffered?: boolean;
}

/** Links to all account pages that this platform has. */
export function MyLinks() {
  const isAdmin = useFigures((figures) => figures.accountData?.role === 'admin');
  const isSecond = useIsSecond();
  // The platform's capabilities may be known only after the first paint.
  useHost((host) => host.config);
  const links: readonly MyLink[] = [
    { to: '/edit-profile', icon: 'edit', label: words.edit, hint: can('details') ? words.editHint : words.editHintAgreed },
    { to: '/change-password', icon: 'lock', label: words.password, hint: words.passwordHint, isOffered: can('passwords') },
    { to: '/users-sessions', icon: 'logout', label: words.sessions, hint: words.sessionsHint, isOffered: can('sessions') },
    { to: '/deposit', icon: 'deposit', label: words.deposit, hint: words.depositHint, isOffered: can('deposits') },
    { to: '/withdraw', icon: 'wallet', label: words.withdraw, hint: words.withdrawHint, isOffered: can('withdrawals') },
    { to: '/bonuses', icon: 'gift', label: words.bonuses, hint: words.bonusesHint, isOffered: can('bonuses') },
    { to: '/nin', icon: 'me', label: words.identity, hint: isSecond ? words.identityLinkHintSecond : words.identityLinkHint, isOffered: can('identity') },
    { to: '/games-history', icon: 'games', label: words.gamesHistory, hint: words.gamesHistoryHint, isOffered: can('histories') },
    { to: '/transactions-history', icon: 'history', label: words.transactions, hint: words.transactionsHint, isOffered: can('histories') },
    { to: '/self-exclusion', icon: 'clock', label: words.limits, hint: words.limitsHint, isOffered: can('protection') },
    { to: '/responsible-gambling', icon: 'shield', label: words.safety, hint: words.safetyHint },
    { to: '/help', icon: 'help', label: words.help, hint: words.helpHint },
    { to: '/admin', icon: 'edit', label: words.adminArea, hint: words.adminHint, isOffered: isAdmin && can('admin') },
  ];
  return (
    <nav aria-label={words.links}>
      <ul className="my-links">
        {links.filter(({ isOffered = true }) => isOffered).map(({ to, icon, label, hint }) => (
          <li key={to}>
            <Link to={to}>
              <Icon name={icon} />
              <span>
                {label}
                <span className="quiet small">{hint}</span>
              </span>
              <Icon name="chevron" size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
