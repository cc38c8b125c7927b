import type { AdminPromotion, PromotionProposal } from '../../../bridge/actions/admin-promotions';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { CostFigures } from './Costs';
import { differencesOf } from './promotion-form';
import type { Difference } from './promotion-form';
import { words } from './words';

interface Props {
  promotion: AdminPromotion;
  proposal: PromotionProposal;
  busy: boolean;
  onConfirm: (proposal: PromotionProposal) => void;
  onWithdraw: (proposal: PromotionProposal) => void;
}

const labelOf = ({ field }: Difference): string => (field === 'enabled' ? words.enabled : words.fields[field]);

/** A change that waits for a second person: its differences, and what this admin can do about it. */
export function Proposal({ promotion, proposal, busy, onConfirm, onWithdraw }: Props) {
  const { proposedBy, proposedAt, patch, costs, isOwn, whyNot } = proposal;
  const { name } = promotion;
  const canConfirm = !isOwn && whyNot === null;
  return (
    <Notice
      kind="info"
      title={words.proposalTitle(proposedBy, isOwn)}
      action={
        <>
          {canConfirm ? (
            <Button disabled={busy} aria-label={words.confirmOf(name)} onClick={() => onConfirm(proposal)}>{words.confirm}</Button>
          ) : null}
          <Button variant="secondary" disabled={busy} aria-label={words.withdrawOf(name)} onClick={() => onWithdraw(proposal)}>{words.withdraw}</Button>
        </>
      }
    >
      <dl className="proposal-changes">
        {differencesOf(promotion, patch).map((difference) => (
          <div key={difference.field}>
            <dt>{labelOf(difference)}</dt>
            <dd><span className="quiet small">{words.from}</span> <del>{difference.before}</del></dd>
            <dd><span className="quiet small">{words.to}</span> <ins>{difference.after}</ins></dd>
          </div>
        ))}
      </dl>
      {costs ? <><p>{words.costsTitle}</p><CostFigures costs={costs} /></> : null}
      <p className="quiet small">{words.proposedAt(dateTime(Date.parse(proposedAt)))} {isOwn ? words.waitsForOther : null}</p>
      {whyNot === null ? null : <p>{whyNot}</p>}
    </Notice>
  );
}
