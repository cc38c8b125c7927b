import type { ReactNode } from 'react';
import type { LookalikeProposal } from '../../../bridge/actions/lookalikes';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import type { Decisions } from './use-decisions';
import type { DecisionRequest } from './decision-request';
import { words } from './words';
import type { DecisionWords } from './words';

/** A fact that a decision rests on. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="quiet">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A button to propose a decision. Where one is proposed, it shows what waits for the other admin. */
export function Proposal({ request, proposal, decisions }: { request: DecisionRequest; proposal: LookalikeProposal | null; decisions: Decisions }) {
  const { player, other, what } = request;
  const text: DecisionWords = words.decisions[what];
  if (proposal === null) {
    return (
      <div className="row">
        <Button variant="secondary" disabled={decisions.busy} aria-label={text.proposeOf(player, other)} onClick={() => decisions.propose(request)}>
          {text.propose(player)}
        </Button>
      </div>
    );
  }
  const { proposedBy, proposedAt, reason, isOwn, whyNot } = proposal;
  return (
    <Notice
      kind="info"
      title={text.proposalTitle(proposedBy, isOwn, player)}
      action={
        <>
          {!isOwn && whyNot === null ? (
            <Button disabled={decisions.busy} aria-label={text.confirmOf(player, other)} onClick={() => decisions.confirm(request, proposal)}>
              {words.confirm}
            </Button>
          ) : null}
          <Button variant="secondary" disabled={decisions.busy} aria-label={text.withdrawOf(player, other)} onClick={() => decisions.withdraw(request, proposal)}>
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
