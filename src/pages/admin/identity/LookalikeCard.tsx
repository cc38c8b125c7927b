import type { AdminLookalike } from '../../../bridge/actions/lookalikes';
import { dateTime, shortDate } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Pill } from '../../../ui/States';
import { Fact, Proposal } from './Proposal';
import type { Decisions } from './use-decisions';
import type { DecisionRequest } from './decision-request';
import { words } from './words';

const day = (instant: string): string => shortDate(Date.parse(instant));

/** One blocked player, the account that blocks them, and what the two share: all that the decision needs. */
export function LookalikeCard({ item, decisions }: { item: AdminLookalike; decisions: Decisions }) {
  const { player, other, shared, proposal } = item;
  const twoPersons: DecisionRequest = { what: 'two-persons', two: { playerId: player.userId, otherId: other.userId }, player: player.username, other: other.username };
  const sameIdentity: DecisionRequest = { what: 'identity', two: { playerId: other.userId, otherId: player.userId }, player: other.username, other: player.username };
  const isSameNumber = shared.some(({ kind }) => kind === 'nin');
  return (
    <article className="card stack" data-row="" tabIndex={-1} aria-label={player.username}>
      <div className="row spread">
        <h3>{player.username}</h3>
        <Pill kind="warning">{words.stopped}</Pill>
      </div>
      <dl className="lookalike-facts">
        <Fact label={words.name}>{player.name}</Fact>
        <Fact label={words.opened}>{day(player.memberSince)}</Fact>
        <Fact label={words.other}>
          <strong>{other.username}</strong>, {other.name}, {words.restriction(other.until === null ? null : dateTime(Date.parse(other.until)))}
        </Fact>
        <Fact label={words.otherOpened}>{day(other.memberSince)}</Fact>
        <Fact label={words.otherMoney}>{other.hasHeldMoney ? words.heldMoney : words.noMoney}</Fact>
        <Fact label={words.shares}>
          {shared.map(({ kind, since }) => <span key={kind} className="lookalike-shared">{words.since(words.kinds[kind], day(since))}</span>)}
        </Fact>
      </dl>
      <Proposal request={twoPersons} proposal={proposal} decisions={decisions} />
      {isSameNumber ? (
        <div className="row">
          <Button
            variant="ghost"
            disabled={decisions.busy}
            aria-label={words.decisions.identity.proposeOf(sameIdentity.player, sameIdentity.other)}
            onClick={() => decisions.propose(sameIdentity)}
          >
            {words.decisions.identity.propose(sameIdentity.player)}
          </Button>
        </div>
      ) : null}
    </article>
  );
}
