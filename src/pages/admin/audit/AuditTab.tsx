import { useMemo } from 'react';
import { loadAdminGames, storedAdminGames } from '../../../bridge/actions/admin';
import { useKept } from '../../shared/use-kept';
import { AuditList } from './AuditList';
import { words } from './words';

/** The audit trail as a whole. */
export default function AuditTab() {
  const { data } = useKept(storedAdminGames, loadAdminGames);
  const names = useMemo(() => new Map((data?.items ?? []).map(({ gameId, name }) => [gameId, name])), [data]);
  return (
    <div className="stack">
      <p className="quiet small">{words.intro}</p>
      <AuditList names={names} noneText={words.none} />
    </div>
  );
}
