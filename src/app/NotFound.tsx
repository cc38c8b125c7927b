import { Link } from 'react-router-dom';
import { buttonClass } from '../ui/Button';
import { words } from './words';

/** Answers an address that no page has. It is drawn inside the layout. */
export function NotFound() {
  return (
    <div className="state">
      <h1 tabIndex={-1}>{words.notFoundTitle}</h1>
      <p className="quiet">{words.notFoundText}</p>
      <Link className={buttonClass()} to="/">{words.toLobby}</Link>
    </div>
  );
}
