import type { CorrectedPlayer } from '../../../core/contract/corrections';
import { dateTime, shortDate } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { nairaText } from '../desk/amount-text';
import { reasonText } from './texts';
import { words } from './words';

const timeOf = (stamp: string): string => dateTime(Date.parse(stamp));

/** What a decision about a player's money rests on. `after`: decimal naira, the balance after it. */
export function PlayerFacts({ player, after = null }: { player: CorrectedPlayer; after?: number | null }) {
  return (
    <dl className="approval-facts">
      <Fact label={words.balance} value={nairaText(player.real)} />
      {after === null ? null : <Fact label={words.after} value={nairaText(after)} />}
      <Fact label={words.held} value={nairaText(player.held)} />
      <Fact label={words.leftToday} value={nairaText(player.leftToday)} />
      <Fact label={words.memberSince} value={shortDate(Date.parse(player.memberSince))} />
      <Fact label={words.identity} value={words.verification[player.verification]} />
      <div className="approval-related">
        <dt>{player.username}</dt>
        <dd>{player.isClosed ? words.closed : words.protection[player.protection]}</dd>
      </div>
      {player.adjustments.length === 0 ? null : (
        <div className="approval-related">
          <dt>{words.earlier}</dt>
          {player.adjustments.map(({ proposalId, at, amount, reasonCode, note, takenBack }) => (
            <dd key={proposalId}>
              {words.earlierLine(nairaText(amount), timeOf(at), reasonText(reasonCode), note)}{takenBack === 0 ? '' : words.partTakenBack(nairaText(takenBack))}
            </dd>
          ))}
        </div>
      )}
      {player.entries.length === 0 ? null : (
        <div className="approval-related">
          <dt>{words.entries}</dt>
          {player.entries.map(({ at, kind, amount, balanceAfter }, index) => (
            <dd key={`${at} ${index}`}>
              <time className="quiet figures" dateTime={at}>{timeOf(at)}</time>{' '}
              {words.entry(entryOf(words.kinds, kind) ?? kind, nairaText(amount), nairaText(balanceAfter))}
            </dd>
          ))}
        </div>
      )}
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}
