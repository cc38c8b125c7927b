import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useHost } from '../../../state/use';
import { Skeleton } from '../../../ui/States';
import { tabOf, tabsOf } from './tabs';
import { labelOfPanel, PANEL_ID, Tabs } from './Tabs';
import { words } from './words';
import './desk.css';

const PANELS = {
  games: lazy(() => import('../games/GamesTab')),
  approvals: lazy(() => import('../approvals/ApprovalsTab')),
  players: lazy(() => import('../players/PlayersTab')),
  promotions: lazy(() => import('../promotions/PromotionsTab')),
  people: lazy(() => import('../people/PeopleTab')),
  messages: lazy(() => import('../messages/MessagesTab')),
  trail: lazy(() => import('../audit/AuditTab')),
} as const;

/** The operator's desk is denser than other pages and links only back. A tab that the platform does not support is left out. */
export default function Desk() {
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
