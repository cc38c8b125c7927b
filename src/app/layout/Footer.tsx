import { Link } from 'react-router-dom';
import { brand, legalLine } from '../../core/brand';
import { words } from '../words';

const LINKS = [
  ['/responsible-gambling', 'Responsible gambling'],
  ['/help', 'Help'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/bank-codes', 'Bank codes'],
  ['/bonus-contribution', 'Bonus contribution'],
  ['/about-us', 'About us'],
] as const;

/** On every page: the age sign, responsible gambling first, who runs the site. */
export function Footer() {
  return (
    <footer className="foot">
      <div className="foot-inner">
        <div className="row">
          <span className="age-sign" aria-hidden="true">{words.adult}</span>
          <p>
            {words.adultLong} {legalLine()}
          </p>
        </div>
        <nav aria-label={words.footNav}>
          <ul className="foot-links">
            {LINKS.map(([to, label]) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <p>© {brand.name}</p>
      </div>
    </footer>
  );
}
