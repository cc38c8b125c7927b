import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { loadCases } from '../../../bridge/actions/risk';
import type { CaseState } from '../../../bridge/actions/risk';
import { CASE_KINDS } from '../../../core/contract/risk';
import type { CaseKind, RiskCaseItem } from '../../../core/contract/risk';
import { errorWords } from '../../../core/error-words';
import { clock, dateTime } from '../../../core/time';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { SelectField } from '../../../ui/Field';
import { KEEP_SCROLL } from '../../../ui/keep-scroll';
import { EmptyState, Notice, Pill } from '../../../ui/States';
import { usePaged } from '../../shared/history/use-paged';
import { Freshness, ListMissing } from '../desk/ListParts';
import { addressOfCase, addressOfCases, CASE_LISTS } from './address';
import { ruleName } from './texts';
import { words } from './words';

interface Totals {
  readonly waiting: number;
  readonly overdue: number;
}

/** The cases of one state, those that wait with the longest due first. */
export function CaseList({ state, kind }: { state: CaseState; kind: CaseKind | null }) {
  const navigate = useNavigate();
  const isOffline = useIsOffline();
  const load = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      const result = await loadCases(state, kind, cursor, signal);
      if (!result.ok) return result;
      const { items, next, waiting, overdue } = result.data;
      return { ...result, data: { items, next, totals: { waiting, overdue } } };
    },
    [state, kind],
  );
  const { items, totals, next, more, error, savedAt, showMore, reload } = usePaged<RiskCaseItem, Totals>(`${state} ${kind ?? ''}`, load);
  return (
    <div className="stack">
      <div className="risk-filters">
        <nav className="row" aria-label={words.statesLabel}>
          {CASE_LISTS.map((each) => (
            <Link key={each} className="admin-chip risk-chip" to={addressOfCases(each, kind)} state={KEEP_SCROLL} aria-current={each === state ? 'page' : undefined}>{words.states[each]}</Link>
          ))}
        </nav>
        <SelectField label={words.kindLabel} value={kind ?? ''} onChange={(event) => void navigate(addressOfCases(state, CASE_KINDS.find((each) => each === event.target.value) ?? null), { state: KEEP_SCROLL })}>
          <option value="">{words.allKinds}</option>
          {CASE_KINDS.map((each) => <option key={each} value={each}>{words.kinds[each]}</option>)}
        </SelectField>
      </div>
      {totals === null ? <ListMissing error={error} offlineText={words.offlineText} onReload={reload} /> : (
        <>
          <div className="row spread">
            <p className="quiet" role="status">{words.counts(totals.waiting, totals.overdue)} <span className="player-keys">{words.keys}</span></p>
            <Freshness at={savedAt ?? clock.now()} isOld={isOffline || savedAt !== null || error !== null} onReload={reload} />
          </div>
          {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
          {items.length === 0 ? <EmptyState title={words.none[state]} /> : (
            <ul className="cards risk-list" aria-label={words.list}>{items.map((item) => <CaseRow key={item.caseId} item={item} />)}</ul>
          )}
          {next === null ? null : (
            <div className="row">
              <Button variant="secondary" busy={more === 'loading'} busyLabel={words.loading} onClick={showMore}>{more === 'failed' ? words.moreAgain : words.more}</Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

function CaseRow({ item }: { item: RiskCaseItem }) {
  const { caseId, kind, state, name, username, dueAt, decidedAt, isOverdue, isMine, assignedTo, outcome, rules, flags } = item;
  const at = decidedAt ?? dueAt;
  return (
    <li className="history-card">
      <div className="history-line player-found">
        <Link className="history-line-title" data-row="" to={addressOfCase(caseId)}>{name} <span className="quiet">{username}</span></Link>
        <span className="row">
          {isOverdue ? <Pill kind="danger">{words.overdue}</Pill> : null}
          {isMine ? <Pill kind="accent">{words.mine}</Pill> : null}
          <Pill kind={kind === 'harm' ? 'quiet' : 'warning'}>{words.kinds[kind]}</Pill>
        </span>
        <span className="quiet small">{rules.map(ruleName).join(' · ')} ({words.flags(flags)})</span>
        <span className="quiet small risk-when">
          {outcome === null ? words.due(dateTime(Date.parse(at))) : `${words.outcomes[outcome]}, ${dateTime(Date.parse(at))}`}
          {assignedTo === null || isMine || state !== 'assigned' ? null : `, ${words.takenBy(assignedTo)}`}
        </span>
      </div>
    </li>
  );
}
