import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import { loadPlayersFlags } from '../../../../bridge/actions/risk';
import { errorWords } from '../../../../core/error-words';
import { dateTime } from '../../../../core/time';
import { Notice, Pill } from '../../../../ui/States';
import { useLoaded } from '../../../shared/answers/use-loaded';
import { ListMissing } from '../../desk/ListParts';
import { addressOfCase } from '../../risk/address';
import { Flag } from '../../risk/CaseFacts';
import { words as riskWords } from '../../risk/words';
import '../../risk/risk.css';
import { words } from '../words';

/** The flags and cases of the player, as far as the admin's roles go. */
export function Flags({ playerId }: { playerId: string }) {
  const { data, error, reload } = useLoaded(useCallback((signal: AbortSignal) => loadPlayersFlags(playerId, signal), [playerId]));
  if (data === null) return <ListMissing error={error} offlineText={words.playerOffline} onReload={reload} />;
  const { sees, hold, flags, cases } = data;
  return (
    <>
      {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
      {hold === null ? null : <Notice kind="info" title={riskWords.hold}><p>{riskWords.holdText(dateTime(Date.parse(hold.until)))}</p></Notice>}
      {sees === 'hold' && hold === null ? <p className="quiet">{riskWords.noHold}</p> : null}
      {sees === 'hold' ? null : (
        <ul className="cards" aria-label={riskWords.cases}>
          {cases.map(({ caseId, kind, state, openedAt, outcome }) => (
            <li key={caseId} className="history-card">
              <div className="history-line">
                {sees === 'all' ? <Link className="history-line-title" to={addressOfCase(caseId)}>{riskWords.kinds[kind]}</Link> : <span className="history-line-title">{riskWords.kinds[kind]}</span>}
                <Pill kind={state === 'open' || state === 'assigned' ? 'info' : 'quiet'}>{riskWords.caseStates[state]}</Pill>
                <span className="quiet small">{outcome === null ? '' : riskWords.outcomes[outcome]}</span>
                <time className="quiet small figures" dateTime={openedAt}>{dateTime(Date.parse(openedAt))}</time>
              </div>
            </li>
          ))}
        </ul>
      )}
      {sees !== 'hold' && flags.length === 0 ? <p className="quiet">{riskWords.noFlags}</p> : null}
      {flags.length === 0 ? null : <div className="card risk-case"><ul className="risk-flags">{flags.map((flag) => <Flag key={flag.flagId} flag={flag} />)}</ul></div>}
    </>
  );
}
