import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { loadTransactions } from '../../bridge/actions/histories';
import type { TransactionsQuery } from '../../bridge/actions/histories';
import { TRANSACTION_KINDS } from '../../core/contract/cashier';
import { clock, lagosDayStart } from '../../core/time';
import { can } from '../../state/catalogue';
import { buttonClass } from '../../ui/Button';
import { SelectField } from '../../ui/Field';
import { Illustration } from '../../ui/illustrations';
import { EmptyState } from '../../ui/States';
import { KEEP_SCROLL } from '../../ui/keep-scroll';
import { HistoryFrame } from '../shared/history/HistoryFrame';
import { historyWords } from '../shared/history/words';
import { HistorySkeleton } from '../shared/history/HistorySkeleton';
import { DEFAULT_PRESET, choiceOf, daysOf, periodError, periodWords, queryOf, withChoice } from '../shared/history/period';
import type { PeriodChoice } from '../shared/history/period';
import { PeriodFilter } from '../shared/history/PeriodFilter';
import { Amount } from '../shared/money/Amount';
import { Totals } from '../shared/history/Totals';
import { usePaged } from '../shared/history/use-paged';
import { Download } from './Download';
import { MoneyDays } from './MoneyDays';
import { rowsOf } from './rows';
import { Statement } from './statement/Statement';
import { words } from './words';
import '../shared/form/forms.css';
import '../shared/history/history.css';
import './transactions-history.css';

type Kind = (typeof TRANSACTION_KINDS)[number];

/** All ledger entries of the player, with totals and a file to download. */
export default function TransactionsHistoryPage() {
  const [search, setSearch] = useSearchParams();
  const [now] = useState(() => clock.now());
  const choice = choiceOf(search);
  const kind = TRANSACTION_KINDS.find((each) => each === search.get('kind'));
  const isChosen = periodError(choice, now) === null;

  function setFilter(next: URLSearchParams): void {
    setSearch(next, { replace: true, state: KEEP_SCROLL });
  }
  function chooseKind(kind: string): void {
    const next = new URLSearchParams(search);
    if (kind === '') next.delete('kind');
    else next.set('kind', kind);
    setFilter(next);
  }

  return (
    <div className="history">
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      <div className="filters">
        <PeriodFilter choice={choice} onChange={(next) => setFilter(withChoice(search, next))} />
        <SelectField label={words.kind} value={kind ?? ''} onChange={(event) => chooseKind(event.target.value)}>
          <option value="">{words.allKinds}</option>
          {TRANSACTION_KINDS.map((each) => <option key={each} value={each}>{words.kinds[each]}</option>)}
        </SelectField>
      </div>
      {isChosen ? (
        <EntryList choice={choice} kind={kind} now={now} onStoredView={() => setFilter(new URLSearchParams())} />
      ) : (
        <EmptyState title={historyWords.chooseDays}>{historyWords.chooseDaysHint}</EmptyState>
      )}
      {can('statement') ? <Statement /> : null}
    </div>
  );
}

interface ListProps {
  choice: PeriodChoice;
  kind: Kind | undefined;
  now: number;
  onStoredView: () => void;
}

function EntryList({ choice, kind, now, onStoredView }: ListProps) {
  const query: TransactionsQuery = { ...queryOf(choice, now), ...(kind !== undefined && { kind }) };
  const key = JSON.stringify(query);
  const list = usePaged(key, (cursor, signal) =>
    loadTransactions({ ...query, ...(cursor !== undefined && { cursor }) }, signal),
  );
  const { totals } = list;
  const hasMore = list.next !== null;
  const isFiltered = kind !== undefined;
  const from = lagosDayStart(daysOf(choice, now).from);
  const rows = useMemo(() => rowsOf(list.items, { hasMore, from, isFiltered }), [list.items, hasMore, from, isFiltered]);
  return (
    <>
      {totals === null && !list.isLoading ? null : (
        <Totals
          period={periodWords(daysOf(choice, now), now)}
          items={[
            { label: words.totals.in, value: totals && <Amount amount={totals.in} currency="NGN" /> },
            { label: words.totals.out, value: totals && <Amount amount={totals.out} currency="NGN" /> },
            { label: words.totals.net, value: totals && <Amount amount={totals.net} currency="NGN" signed /> },
            { label: words.totals.lifetime, value: totals && <Amount amount={totals.lifetimeNetDeposits} currency="NGN" /> },
          ]}
        />
      )}
      <HistoryFrame
        list={{ ...list, items: rows }}
        isStoredView={choice.preset === DEFAULT_PRESET && kind === undefined}
        onStoredView={onStoredView}
        skeleton={<HistorySkeleton />}
        empty={
          <EmptyState
            title={words.emptyTitle}
            art={<Illustration name="empty" />}
            action={can('deposits') ? <Link className={buttonClass('secondary')} to="/deposit">{words.kinds.deposit}</Link> : null}
          >
            {words.emptyText}
          </EmptyState>
        }
      >
        <MoneyDays rows={rows} now={now} hasMore={hasMore} isFiltered={isFiltered} />
      </HistoryFrame>
      {list.items.length === 0 ? null : <Download key={key} query={query} />}
    </>
  );
}
