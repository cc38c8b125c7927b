import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { loadAudit } from '../../../bridge/actions/admin';
import type { AuditFilter, AuditItem } from '../../../core/contract/admin';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { usePaged } from '../../shared/history/use-paged';
import { ListMissing } from '../desk/ListParts';
import { addressOfPlayer } from '../players/address';
import { auditWords } from './changes';
import type { GameNames } from './changes';
import { words } from './words';

const HASH_SHOWN = 12;
const NO_FILTER: AuditFilter = {};

function Line({ item, names }: { item: AuditItem; names: GameNames }) {
  const { action, changes, playerId } = auditWords(item, names);
  return (
    <li className="audit-line" data-row="" tabIndex={-1}>
      <p><strong>{item.by}</strong> {action}</p>
      {changes.length === 0 ? null : <ul>{changes.map((change) => <li key={change}>{change}</li>)}</ul>}
      {playerId === null ? null : <p className="small"><Link className="text-link" to={addressOfPlayer(playerId)}>{words.playersPage}</Link></p>}
      <p className="quiet small">
        <time dateTime={item.at}>{dateTime(Date.parse(item.at))}</time>
        {' · '}{words.line(item.no)}{' · '}<code title={words.hashTitle}>{words.hash(item.hash.slice(0, HASH_SHOWN))}</code>
      </p>
    </li>
  );
}

interface Props {
  /** Limits the list to one subject. */
  subject?: string;
  filter?: AuditFilter;
  names: GameNames;
  noneText: string;
}

/** Lines of the trail, newest first, page by page. */
export function AuditList({ subject, filter = NO_FILTER, names, noneText }: Props) {
  const load = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      const result = await loadAudit({ ...filter, ...(subject !== undefined && { subject }), ...(cursor !== undefined && { cursor }) }, signal);
      return result.ok ? { ...result, data: { ...result.data, totals: {} } } : result;
    },
    [subject, filter],
  );
  const { items, totals, next, more, error, showMore, reload } = usePaged<AuditItem, object>(subject ?? JSON.stringify(filter), load);
  if (totals === null) return <ListMissing error={error} offlineText={words.offline} onReload={reload} />;
  if (items.length === 0) return <p className="quiet">{noneText}</p>;
  return (
    <>
      <ol className="audit-list" aria-label={words.list}>
        {items.map((item) => <Line key={item.no} item={item} names={names} />)}
      </ol>
      {next === null ? null : (
        <div className="row">
          <Button variant="secondary" busy={more === 'loading'} busyLabel={words.loading} onClick={showMore}>
            {more === 'failed' ? words.moreAgain : words.more}
          </Button>
        </div>
      )}
    </>
  );
}
