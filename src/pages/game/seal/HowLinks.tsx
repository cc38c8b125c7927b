import { Link } from 'react-router-dom';
import { words } from '../words';

/** Leads to what explains how results are decided and checked. */
export function HowLinks({ withHistory = false }: { withHistory?: boolean }) {
  return (
    <p className="row">
      {withHistory ? <Link className="text-link" to="/games-history?view=fairness">{words.checkAll}</Link> : null}
      <Link className="text-link" to="/help#fair-results">{words.howFairness}</Link>
      <Link className="text-link" to="/help#check-result">{words.howCheck}</Link>
    </p>
  );
}
