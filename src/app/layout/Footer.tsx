import { Link } from 'react-router-dom';
import { brand, legalLine, operator } from '../../core/brand';
import { activateSupportChat } from '../../state/session';
import { useApp, useCan } from '../../state/use';
import { words } from '../words';

/** The end of every page: the age sign, responsible gambling first, and who runs the site. */
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
            {Object.entries(words.foot).filter(([page]) => canProtect || page !== 'self-exclusion').map(([page, label]) => (
              <li key={page}>
                <Link to={`/${page}`}>{label}</Link>
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
