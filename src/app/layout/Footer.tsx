import { Link } from 'react-router-dom';
import { brand, legalLine, operator } from '../../core/brand';
import { activateSupportChat } from '../../state/session';
import { useApp, useCan } from '../../state/use';
import { words } from '../words';

const LINKS = [
  ['/responsible-gambling', 'Responsible gambling'],
  ['/self-exclusion', 'Limits and breaks'],
  ['/help', 'Help'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/bank-codes', 'Bank codes'],
  ['/bonus-contribution', 'Bonus contribution'],
  ['/about-us', 'About us'],
] as const;

/** On every page: the age sign, responsible gambling first, who runs the site. */
export function Footer() {
  const place = useApp((app) => app.place);
  const age = place?.minimumAge ?? operator.minimumAge;
  const canProtect = useCan('protection');
  const canWrite = useCan('support');
  return (
    <footer className="foot">
      <div className="foot-inner">
        <div className="row">
          <span className="age-sign" aria-hidden="true">{words.adult(age)}</span>
          <p>
            {words.adultLong(age)} {legalLine(place?.licence)}
          </p>
        </div>
        <nav aria-label={words.footNav}>
          <ul className="foot-links">
            {LINKS.filter(([to]) => canProtect || to !== '/self-exclusion').map(([to, label]) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
            {canWrite ? <li><button type="button" onClick={activateSupportChat}>{words.support}</button></li> : null}
          </ul>
        </nav>
        <p>© {brand.name}</p>
      </div>
    </footer>
  );
}
