import { useCallback } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { loadReportEntries } from '../../../bridge/actions/reports';
import type { ReportEntry } from '../../../core/contract/reports';
import { errorWords } from '../../../core/error-words';
import { figureWords } from '../../../core/reports/figure-words';
import type { ReportPeriod } from '../../../core/reports/period';
import { dateTime } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { Button } from '../../../ui/Button';
import { EmptyState, Notice } from '../../../ui/States';
import { useGames } from '../../shared/history/use-games';
import { usePaged } from '../../shared/history/use-paged';
import { ListMissing } from '../desk/ListParts';
import { addressOfPlayer } from '../players/address';
import { addressOfReport } from './address';
import type { OpenList } from './address';
import { SaveFile } from './SaveFile';
import { amountText } from '../desk/amount-text';
import { dayText, nameOfFigure, nameOfLine } from './texts';
import { words } from './words';

/** The entries that one figure sums, newest first. */
export function EntriesView({ list: { figure, part, by }, period: { from, to } }: { list: OpenList; period: ReportPeriod }) {
  const [search] = useSearchParams();
  const body = { from, to, figure, part, ...(by !== undefined && { by }) };
  const key = JSON.stringify(body);
  const load = useCallback(async (cursor: string | undefined, signal: AbortSignal) => {
    const result = await loadReportEntries({ ...(JSON.parse(key) as typeof body), ...(cursor !== undefined && { cursor }) }, signal);
    return result.ok ? { ...result, data: { ...result.data, totals: {} } } : result;
  }, [key]);
  const pages = usePaged<ReportEntry, object>(key, load);
  const { items, totals, next, more, error, showMore, reload } = pages;
  const name = nameOfFigure(figure);
  const shown = items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
  return (
    <div className="stack report">
      <p className="report-screen"><Link className="text-link" to={addressOfReport(search)}>{words.back}</Link></p>
      <div className="row spread">
        <div>
          <h2>{name}</h2>
          <p className="quiet figures">{words.heading(dayText(from), dayText(to))} · {words.parts[part]}{by === undefined ? '' : ` · ${nameOfLine(by.breakdown, { ...by, name: null })}`}</p>
        </div>
        <SaveFile body={{ ...body, what: 'entries' }} name={name} />
      </div>
      <p className="quiet small report-says">{figure === 'register' ? words.registerText : figureWords.figures[figure].says}</p>
      {totals === null ? <ListMissing error={error} offlineText={words.listOffline} onReload={reload} /> : (
        <>
          {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
          {items.length === 0 ? <EmptyState title={words.listEmpty} /> : (
            <>
              <p role="status" className="figures">{words.listShown(items.length, amountText(shown), next === null)}</p>
              <ul className="cards">{items.map((entry) => <Entry key={entry.entryId} entry={entry} />)}</ul>
            </>
          )}
          {next === null ? null : (
            <div className="row">
              <Button variant="secondary" busy={more === 'loading'} busyLabel={words.loading} onClick={showMore}>{more === 'failed' ? words.moreAgain : words.more}</Button>
            </div>
          )}
          <p className="quiet small">{words.noted}</p>
        </>
      )}
    </div>
  );
}

function Entry({ entry: { at, kind, amount, playerId, username, game, method, reference } }: { entry: ReportEntry }) {
  const games = useGames();
  const of = game === '' ? (method === '' ? '' : nameOfLine('method', { value: method, name: null })) : (games.find(({ gameId }) => gameId === game)?.name ?? game);
  return (
    <li className="history-card">
      <div className="history-line">
        <span className="history-line-title">{entryOf(words.kinds, kind) ?? kind}{of === '' ? null : <span className="quiet"> {of}</span>}</span>
        <span className="figures" data-below={amount < 0 ? '' : undefined}>{amountText(amount)}</span>
        <span className="quiet small"><time className="figures" dateTime={at}>{dateTime(Date.parse(at))}</time></span>
        {playerId === null ? <span /> : <Link className="small" data-row="" to={addressOfPlayer(playerId)}><span className="unseen">{words.player} </span>{username ?? playerId}</Link>}
        <span className="quiet small report-reference"><code>{reference}</code></span>
      </div>
    </li>
  );
}
