import type { ReactNode } from 'react';
import type { AdminLookalike, LookalikeProposal } from '../../../bridge/actions/lookalikes';
import { dateTime, shortDate } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Notice, Pill } from '../../../ui/States';
import { words } from './words';

interface Props {
  item: AdminLookalike;
  busy: boolean;
  onPropose: () => void;
  onConfirm: (proposal: LookalikeProposal) => void;
  onWithdraw: (proposal: LookalikeProposal) => void;
}

const day = (instant: string): string => shortDate(Date.parse(instant));

/** Who is stopped, because of whom, and what the two share: all that the decision rests on. */
export function LookalikeCard({ item, busy, onPropose, onConfirm, onWithdraw }: Props) {
  const { player, other, shared, proposal } = item;
  return (
    <article className="card stack" aria-label={player.username}>
      <div className="row spread">
        <h3>{player.username}</h3>
        <Pill kind="warning">{words.stopped}</Pill>
      </div>
      <dl className="lookalike-facts">
        <Fact label={words.name}>{player.name}</Fact>
        <Fact label={words.opened}>{day(player.memberSince)}</Fact>
        <Fact label={words.other}>
          <strong>{other.username}</strong>, {other.name}, {words.barred(other.until === null ? null : dateTime(Date.parse(other.until)))}
        </Fact>
        <Fact label={words.otherOpened}>{day(other.memberSince)}</Fact>
        <Fact label={words.otherMoney}>{other.hasHeldMoney ? words.heldMoney : words.noMoney}</Fact>
        <Fact label={words.shares}>
          {shared.map(({ kind, since }) => <span key={kind} className="lookalike-shared">{words.since(words.kinds[kind], day(since))}</span>)}
        </Fact>
      </dl>
      {proposal === null ? (
        <div className="row">
          <Button variant="secondary" disabled={busy} aria-label={words.proposeOf(player.username, other.username)} onClick={onPropose}>{words.propose}</Button>
        </div>
      ) : (
        <Proposal item={item} proposal={proposal} busy={busy} onConfirm={onConfirm} onWithdraw={onWithdraw} />
      )}
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="quiet">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Proposal({ item: { player, other }, proposal, busy, onConfirm, onWithdraw }: Omit<Props, 'onPropose'> & { proposal: LookalikeProposal }) {
  const { proposedBy, proposedAt, reason, isOwn, whyNot } = proposal;
  return (
    <Notice
      kind="info"
      title={words.proposalTitle(proposedBy, isOwn)}
      action={
        <>
          {!isOwn && whyNot === null ? (
            <Button disabled={busy} aria-label={words.confirmOf(player.username, other.username)} onClick={() => onConfirm(proposal)}>
              {words.confirm}
            </Button>
          ) : null}
          <Button variant="secondary" disabled={busy} aria-label={words.withdrawOf(player.username, other.username)} onClick={() => onWithdraw(proposal)}>
            {words.withdraw}
          </Button>
        </>
      }
    >
      <p className="lookalike-reason">{reason}</p>
      <p className="quiet small">{words.proposedAt(dateTime(Date.parse(proposedAt)))} {isOwn ? words.waitsForOther : null}</p>
      {whyNot === null ? null : <p>{whyNot}</p>}
    </Notice>
  );
}
