import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useFigures, useHost } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { Skeleton } from '../../ui/States';
import { tabOf, tabsOf } from './tabs';
import { labelOfPanel, PANEL_ID, Tabs } from './Tabs';
import { useRole } from './use-role';
import { words } from './words';
import './admin.css';

/** The code of a panel is loaded when its tab is opened first, so no player loads it. */
const PANELS = {
  games: lazy(() => import('./games/GamesTab')),
  approvals: lazy(() => import('./approvals/ApprovalsTab')),
  players: lazy(() => import('./players/PlayersTab')),
  promotions: lazy(() => import('./promotions/PromotionsTab')),
  people: lazy(() => import('./people/PeopleTab')),
  messages: lazy(() => import('./messages/MessagesTab')),
  trail: lazy(() => import('./audit/AuditTab')),
} as const;

const OwnPassword = lazy(() => import('./own-password/OwnPassword'));

/** The operator's frame is denser than other pages and links only back. A tab that the platform does not support is left out. */
function Operator() {
  const [search] = useSearchParams();
  const capabilities = useHost(({ config }) => config?.capabilities);
  const tabs = tabsOf((needs) => capabilities?.includes(needs) ?? true);
  const open = tabOf(search, tabs);
  const Panel = PANELS[open];
  return (
    <div className="stack admin">
      <header>
        <div className="row spread">
          <p className="quiet">{words.area}</p>
          <Link className="text-link" to="/">{words.back}</Link>
        </div>
        <h1 tabIndex={-1}>{words.tabs[open]}</h1>
      </header>
      <Tabs tabs={tabs} open={open} />
      <div id={PANEL_ID} role="tabpanel" aria-labelledby={labelOfPanel(open)}>
        <Suspense fallback={<Skeleton lines={5} />}><Panel /></Suspense>
      </div>
    </div>
  );
}

/** Tells somebody who typed the address that it is not for them; none of the operator's data is requested. */
function NotForYou({ isKnown }: { isKnown: boolean }) {
  return (
    <div className="state">
      <h1 tabIndex={-1}>{isKnown ? words.notYours : words.unknown}</h1>
      <p className="quiet">{isKnown ? words.notYoursText : words.unknownText}</p>
      <div className="row">
        {isKnown ? null : <Button onClick={() => location.reload()}>{words.again}</Button>}
        <Link className={buttonClass(isKnown ? 'primary' : 'secondary')} to="/">{words.toLobby}</Link>
      </div>
    </div>
  );
}

/** The operator's page. The platform checks the role with every call; this page only explains it. */
export default function AdminPage() {
  const role = useRole();
  const isPasswordDue = useFigures(({ accountData }) => accountData?.ownPasswordDue === true);
  if (role === 'admin' && isPasswordDue) return <Suspense fallback={<Skeleton lines={5} />}><OwnPassword /></Suspense>;
  if (role === 'admin') return <Operator />;
  if (role !== 'waiting') return <NotForYou isKnown={role === 'player'} />;
  return (
    <div className="stack admin" aria-busy="true">
      <h1 tabIndex={-1}>{words.area}</h1>
      <p className="unseen" role="status">{words.waiting}</p>
      <Skeleton lines={5} />
    </div>
  );
}
