import { Link, useSearchParams } from 'react-router-dom';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import '../../shared/history/history.css';
import '../players/players.css';
import './risk.css';
import { CASES_ADDRESS, riskViewOf, RULES_ADDRESS } from './address';
import { CaseList } from './CaseList';
import { CasePage } from './CasePage';
import { RulesList } from './RulesList';
import { words } from './words';

/** The risk tab: cases, one case, and the rules. */
export default function RiskTab() {
  const [params] = useSearchParams();
  const open = riskViewOf(params);
  if (open.view === 'case') return <CasePage key={open.caseId} caseId={open.caseId} />;
  return (
    <div className="stack">
      <nav className="player-parts" aria-label={words.views}>
        <Link to={CASES_ADDRESS} state={KEEP_SCROLL} aria-current={open.view === 'cases' ? 'page' : undefined}>{words.cases}</Link>
        <Link to={RULES_ADDRESS} state={KEEP_SCROLL} aria-current={open.view === 'rules' ? 'page' : undefined}>{words.rules}</Link>
      </nav>
      {open.view === 'rules' ? <RulesList /> : <CaseList state={open.state} kind={open.kind} />}
    </div>
  );
}
