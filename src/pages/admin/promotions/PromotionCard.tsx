import type { AdminPromotion, PromotionProposal } from '../../../bridge/actions/admin-promotions';
import { dateTime } from '../../../core/time';
import { EMBEDDED_GAMES } from '../../../games/catalogue';
import { Button } from '../../../ui/Button';
import { Pill } from '../../../ui/States';
import { Amount } from '../../shared/money/Amount';
import { headlineOf } from '../../shared/promotions/terms';
import { Proposal } from './Proposal';
import { words } from './words';

interface Props {
  promotion: AdminPromotion;
  busy: boolean;
  onEdit: () => void;
  onToggle: () => void;
  onConfirm: (proposal: PromotionProposal) => void;
  onWithdraw: (proposal: PromotionProposal) => void;
}

const gameName = (gameId: string): string => EMBEDDED_GAMES.find((game) => game.gameId === gameId)?.name ?? gameId;

/** One promotion: what it offers, whether it runs, and what it has cost. */
export function PromotionCard({ promotion, busy, onEdit, onToggle, onConfirm, onWithdraw }: Props) {
  const { name, proposal, enabled, terms, claims, granted, converted, lost, updatedAt, updatedBy } = promotion;
  const toggle = enabled ? words.disable : words.enable;
  const facts = [[words.granted, granted], [words.converted, converted], [words.lost, lost]] as const;
  return (
    <article className="card stack" data-row="" tabIndex={-1} aria-label={name}>
      <div className="row spread">
        <h2>{name}</h2>
        <Pill kind={enabled ? 'success' : 'warning'}>{enabled ? words.on : words.off}</Pill>
      </div>
      <p>{headlineOf(terms, terms.kind === 'free-spins' ? gameName(terms.gameId) : '')}</p>
      <dl className="row promotion-facts">
        <div><dt className="quiet small">{words.claims}</dt><dd className="figures">{claims}</dd></div>
        {facts.map(([label, amount]) => (
          <div key={label}><dt className="quiet small">{label}</dt><dd><Amount amount={amount} currency="NGN" /></dd></div>
        ))}
      </dl>
      <p className="quiet small">{words.approval(promotion.approvalNumber ?? null)}</p>
      <p className="quiet small">{words.lastChange(dateTime(Date.parse(updatedAt)), updatedBy)}</p>
      {proposal === null ? null : <Proposal promotion={promotion} proposal={proposal} busy={busy} onConfirm={onConfirm} onWithdraw={onWithdraw} />}
      <div className="row">
        <Button variant="secondary" disabled={proposal !== null} aria-label={words.editTitle(name)} onClick={onEdit}>{words.edit}</Button>
        <Button variant="secondary" disabled={proposal !== null && !enabled} aria-label={words.ofName(toggle, name)} onClick={onToggle}>{toggle}</Button>
      </div>
      {proposal === null ? null : <p className="quiet small">{proposal.isOwn ? words.ownWaits : words.oneAtATime}</p>}
    </article>
  );
}
