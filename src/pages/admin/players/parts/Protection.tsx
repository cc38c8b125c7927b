import { useCallback } from 'react';
import { loadPlayersProtection } from '../../../../bridge/actions/desk-players';
import type { Limit } from '../../../../core/contract/protection';
import { dateTime, durationWords } from '../../../../core/time';
import { useLoaded } from '../../../shared/answers/use-loaded';
import { ListMissing } from '../../desk/ListParts';
import { amountText } from '../../desk/amount-text';
import { words } from '../words';

function limitWords({ amount, used, pending }: Limit): string {
  const raise = pending === null ? '' : `; ${words.limitRaise(dateTime(Date.parse(pending.from)))}`;
  return `${words.limitUsed(amountText(used), amountText(amount ?? 0))}${raise}`;
}

const playedWords = (ms: number): string => (ms === 0 ? words.nothingPlayed : durationWords(ms));

/** What protects the player: their own limits, a break, the reality check, and how long they played. */
export function Protection({ playerId }: { playerId: string }) {
  const { data, error, reload } = useLoaded(useCallback((signal: AbortSignal) => loadPlayersProtection(playerId, signal), [playerId]));
  if (data === null) return <ListMissing error={error} offlineText={words.playerOffline} onReload={reload} />;
  const own = data.limits.filter(({ amount }) => amount !== null);
  const { state, until } = data;
  return (
    <div className="card stack">
      <dl className="facts">
        <div>
          <dt>{words.breakTitle}</dt>
          <dd>{state === 'none' ? words.noBreak : words.until(words.protection[state], until === null ? words.forGood : dateTime(Date.parse(until)))}</dd>
        </div>
        <div><dt>{words.reality}</dt><dd>{words.minutes(data.realityCheck.minutes)}</dd></div>
        <div><dt>{words.played}</dt><dd>{words.playedWords(playedWords(data.played.day), playedWords(data.played.week))}</dd></div>
      </dl>
      <h3>{words.limits}</h3>
      {own.length === 0 ? <p className="quiet">{words.noLimits}</p> : (
        <dl className="facts">
          {own.map((limit) => (
            <div key={`${limit.kind} ${limit.period}`}>
              <dt>{words.limitOf(words.limitKinds[limit.kind], words.limitPeriods[limit.period])}</dt>
              <dd className="figures">{limitWords(limit)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
