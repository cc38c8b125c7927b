import { lazy, Suspense, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { loadDesk, storedDesk } from '../../../bridge/actions/admins';
import { useHost } from '../../../state/use';
import { Notice, Skeleton } from '../../../ui/States';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { FactorAgain } from '../second-factor/FactorAgain';
import { OwnFactor } from '../second-factor/OwnFactor';
import { KeysDialog } from './KeysDialog';
import { addressOfTab, tabOf, tabsOf } from './tabs';
import { labelOfPanel, PANEL_ID, Tabs } from './Tabs';
import { useDeskKeys } from './use-desk-keys';
import { useDeskUse } from './use-desk-use';
import { useHeadingOfAddress } from './use-heading-of-address';
import { words } from './words';
import './desk.css';

const PANELS = {
  today: lazy(() => import('../today/TodayTab')),
  games: lazy(() => import('../games/GamesTab')),
  approvals: lazy(() => import('../approvals/ApprovalsTab')),
  payments: lazy(() => import('../payments/PaymentsTab')),
  adjustments: lazy(() => import('../adjustments/AdjustmentsTab')),
  players: lazy(() => import('../players/PlayersTab')),
  identity: lazy(() => import('../identity/IdentityTab')),
  risk: lazy(() => import('../risk/RiskTab')),
  promotions: lazy(() => import('../promotions/PromotionsTab')),
  people: lazy(() => import('../people/PeopleTab')),
  messages: lazy(() => import('../messages/MessagesTab')),
  reports: lazy(() => import('../reports/ReportsTab')),
  trail: lazy(() => import('../audit/AuditTab')),
} as const;

/** Says to the owner of a new site what is still missing. */
function OnePerson() {
  return (
    <Notice kind="warning" title={words.onePerson}>
      <p>{words.onePersonText} <Link to={addressOfTab('people')}>{words.inviteSecond}</Link></p>
    </Notice>
  );
}

/** The desk is denser than other pages and links only back. Tabs that the platform does not support, or the admin may not open, are left out. */
export default function Desk() {
  const [search] = useSearchParams();
  const capabilities = useHost(({ config }) => config?.capabilities);
  const { data: desk, error } = useSnapshot(storedDesk, loadDesk);
  useDeskUse();
  useHeadingOfAddress();
  const panel = useRef<HTMLDivElement>(null);
  const [areKeysShown, setKeysShown] = useState(false);
  const navigate = useNavigate();
  const tabs = tabsOf((needs) => capabilities?.includes(needs) ?? true, desk?.roles ?? null);
  const open = tabOf(search, tabs);
  const Panel = PANELS[open];
  useDeskKeys(panel, { onList: () => setKeysShown(true), onSearchElsewhere: () => tabs.includes('players') && void navigate(addressOfTab('players')) });
  // A platform without roles answers with an error, and every admin may open everything there.
  if (desk === null && error === null) return <Skeleton lines={5} />;
  if (tabs.length === 0) return <div className="state"><h1 tabIndex={-1}>{words.noRole}</h1><p className="quiet">{words.noRoleText}</p></div>;
  return (
    <div className="stack admin">
      <header>
        <div className="row spread">
          <p className="quiet">{words.area}</p>
          <span className="row">
            <button type="button" className="link-button desk-keys-button" onClick={() => setKeysShown(true)}>{words.keys.open}</button>
            <OwnFactor />
            <Link className="text-link" to="/">{words.back}</Link>
          </span>
        </div>
        <h1 tabIndex={-1}>{words.tabs[open]}</h1>
      </header>
      {desk?.persons === 1 && open !== 'people' ? <OnePerson /> : null}
      <Tabs tabs={tabs} open={open} />
      <div id={PANEL_ID} ref={panel} role="tabpanel" aria-labelledby={labelOfPanel(open)}>
        <Suspense fallback={<Skeleton lines={5} />}><Panel /></Suspense>
      </div>
      <FactorAgain />
      <KeysDialog open={areKeysShown} onClose={() => setKeysShown(false)} />
    </div>
  );
}
