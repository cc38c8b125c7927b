import type { PromotionId } from '../../core/promotions';
import { dateTime } from '../../core/time';
import { buttonClass } from '../../ui/Button';
import { Link } from 'react-router-dom';
import { Notice } from '../../ui/States';
import { IdentityStep, IdentityAction, useIsVerified } from '../shared/gates/IdentityStep';
import { words } from '../shared/promotions/words';
import { refusalWords } from './refusal';

interface Props {
  promotionId: PromotionId;
  reason: string | null;
  from: string | null;
}

/** Says why a promotion can't be claimed, and when it can be again. A claimed one has a link to its bonus. */
export function ClaimRefusal({ promotionId, reason, from }: Props) {
  const isVerified = useIsVerified();
  const isMine = reason === 'claimed';
  return (
    <Notice
      kind={isMine || reason === 'entered' ? 'success' : 'info'}
      title={isMine || reason === 'entered' ? words.doneTitle : words.cantTitle}
      action={
        isMine ? <Link className={buttonClass('secondary')} to="/bonuses">{words.toBonuses}</Link>
        : reason === 'identity-needed' ? <IdentityStep next={`/promo/${promotionId}`} />
        : reason === 'nin-needed' ? <IdentityAction next={`/promo/${promotionId}`} isVerified={false} canWrite={false} />
        : undefined
      }
    >
      <p>{refusalWords(reason, isVerified)} {from === null ? '' : words.again(dateTime(Date.parse(from)))}</p>
    </Notice>
  );
}
