import { useCallback, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { loadCase } from '../../../bridge/actions/risk';
import type { RiskCase } from '../../../core/contract/risk';
import { errorWords } from '../../../core/error-words';
import { dateTime } from '../../../core/time';
import { useIsOffline } from '../../../state/use';
import { Notice, Pill } from '../../../ui/States';
import { useLoaded } from '../../shared/answers/use-loaded';
import { ListMissing } from '../desk/ListParts';
import { addressOfCase, CASES_ADDRESS } from './address';
import { CaseActs } from './CaseActs';
import { CaseFacts, PlayerFigures } from './CaseFacts';
import { eventName, ruleName } from './texts';
import { words } from './words';

/** One case on one screen: what was found, who it is, what people did, and the decision. */
export function CasePage({ caseId }: { caseId: string }) {
  const { data, error, reload, set } = useLoaded(useCallback((signal: AbortSignal) => loadCase(caseId, signal), [caseId]));
  const isOffline = useIsOffline();
  return (
    <div className="stack player-page risk-case">
      <Link className="text-link" to={CASES_ADDRESS}>{words.back}</Link>
      {data === null ? <ListMissing error={error} offlineText={words.offlineText} onReload={reload} /> : (
        <>
          {isOffline || error !== null ? <Notice kind="warning" live><p>{words.stale} {error === null ? null : errorWords(error)}</p></Notice> : null}
          <Loaded item={data} onChange={set} onReload={reload} />
        </>
      )}
    </div>
  );
}

interface LoadedProps {
  item: RiskCase;
  onChange: (item: RiskCase) => void;
  onReload: () => void;
}

function Loaded({ item, onChange, onReload }: LoadedProps) {
  const { name, username, kind, state, isOverdue, hold, report } = item;
  const heading = useRef<HTMLHeadingElement>(null);
  // Somebody who came by the keyboard goes on from here, and not from the top of the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <header className="row spread">
        <h2 ref={heading} tabIndex={-1}>{name} <span className="quiet">{username}</span></h2>
        <span className="row">
          {isOverdue ? <Pill kind="danger">{words.overdue}</Pill> : null}
          <Pill kind={kind === 'harm' ? 'quiet' : 'warning'}>{words.kinds[kind]}</Pill>
          <Pill kind={state === 'decided' || state === 'closed' ? 'success' : 'info'}>{words.caseStates[state]}</Pill>
        </span>
      </header>
      {hold === null ? null : <Notice kind="info" title={words.hold}><p>{words.holdText(dateTime(Date.parse(hold.until)))}</p></Notice>}
      {report === null ? null : (
        <Notice kind="danger" title={words.report}>
          <p><strong>{report.reference}</strong></p>
          <p className="player-text">{report.facts}</p>
          <p className="quiet small">{words.reportBy(report.by, dateTime(Date.parse(report.at)))}. {words.reportSecret}</p>
        </Notice>
      )}
      <div className="player-facts">
        <CaseFacts item={item} />
        <PlayerFigures item={item} />
      </div>
      <CaseActs item={item} onChange={onChange} onReload={onReload} />
      <History item={item} />
    </>
  );
}

function History({ item: { events, others } }: { item: RiskCase }) {
  return (
    <div className="player-facts">
      <section className="card stack" aria-label={words.history}>
        <h3>{words.history}</h3>
        <ul className="risk-events">
          {events.map(({ eventId, what, by, at, text }) => (
            <li key={eventId}>
              <p><strong>{eventName(what)}</strong>{text === null || what === 'decided' || what === 'released' ? null : `: ${what === 'flagged' ? ruleName(text) : text}`}</p>
              {text !== null && (what === 'decided' || what === 'released') ? <p className="player-text">{text}</p> : null}
              <p className="quiet small">{by ?? words.byRules}, <time className="figures" dateTime={at}>{dateTime(Date.parse(at))}</time></p>
            </li>
          ))}
        </ul>
      </section>
      {others.length === 0 ? null : (
        <section className="card stack" aria-label={words.others}>
          <h3>{words.others}</h3>
          <ul className="risk-events">
            {others.map(({ caseId, kind, state, openedAt, outcome }) => (
              <li key={caseId}>
                <Link className="text-link" to={addressOfCase(caseId)}>{words.kinds[kind]}</Link>
                <p className="quiet small">{outcome === null ? words.caseStates[state] : words.outcomes[outcome]}, <time className="figures" dateTime={openedAt}>{dateTime(Date.parse(openedAt))}</time></p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
