import type { ReactNode } from 'react';
import type { LookalikeProposal } from '../../../bridge/actions/lookalikes';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import type { Decisions } from './use-decisions';
import type { Wanted } from './wanted';
import { words } from './words';
import type { DecisionWords } from './words';

/** A line of what a decision rests on. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="quiet">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The way to propose a decision; where it is proposed, what waits for the other admin. */
export function Proposal({ wanted, proposal, decisions }: { wanted: Wanted; proposal: LookalikeProposal | null; decisions: Decisions }) {
  const { player, other, what } = wanted;
  const said: DecisionWords = words.decisions[what];
  if (proposal === null) {
    return (
      <div className="row">
        <Button variant="secondary" disabled={decisions.busy} aria-label={said.proposeOf(player, other)} onClick={() => decisions.propose(wanted)}>
          {said.propose(player)}
        </Button>
      </div>
    );
  }
  const { proposedBy, proposedAt, reason, isOwn, whyNot } = proposal;
  return (
    <Notice
      kind="info"
      title={said.proposalTitle(proposedBy, isOwn, player)}
      action={
        <>
          {!isOwn && whyNot === null ? (
            <Button disabled={decisions.busy} aria-label={said.confirmOf(player, other)} onClick={() => decisions.confirm(wanted, proposal)}>
              {words.confirm}
            </Button>
          ) : null}
          <Button variant="secondary" disabled={decisions.busy} aria-label={said.withdrawOf(player, other)} onClick={() => decisions.withdraw(wanted, proposal)}>
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
