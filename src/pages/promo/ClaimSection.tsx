import { claimPromotion } from '../../bridge/actions/promotions';
import type { PromotionId } from '../../core/promotions';
import { openSignIn, openSignUp } from '../../state/session';
import { useSignedIn } from '../../state/use';
import { useReviving } from '../../state/use-reviving';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/States';
import { useIsVerified } from '../shared/gates/IdentityStep';
import { OfflineNote } from '../shared/form/OfflineNote';
import { PasswordDialog } from '../shared/form/PasswordDialog';
import { useMoneyRequest } from '../shared/money/use-money-request';
import { ClaimRefusal } from './ClaimRefusal';
import { refusalWords } from './refusal';
import { claimTitleOf, consequenceOf } from '../shared/promotions/terms';
import type { Offer } from './use-offer';
import { words } from '../shared/promotions/words';

interface Props {
  promotionId: PromotionId;
  offer: Offer;
  game: string;
}

function Guest() {
  return (
    <>
      <p>{words.guest}</p>
      <div className="row">
        <Button onClick={openSignUp}>{words.join}</Button>
        <Button variant="secondary" onClick={openSignIn}>{words.signIn}</Button>
      </div>
    </>
  );
}

function ForPlayer({ promotionId, offer, game }: Props) {
  const { claimable, version, terms, reload } = offer;
  const isVerified = useIsVerified();
  const { phase, isUnknown, ask, reset } = useMoneyRequest({
    kind: 'claim', id: promotionId, words, onEnded: reload,
    send: () => claimPromotion(promotionId, version ?? 0),
    refusal: ({ code, reason }) => (code === 'not-claimable' ? refusalWords(reason ?? null, isVerified) : null),
  });
  const isReviving = useReviving();
  if (isUnknown) return <Notice kind="warning" live title={words.checkingTitle}><p>{words.checking}</p></Notice>;
  if (claimable !== null && !claimable.canClaim) return <ClaimRefusal promotionId={promotionId} reason={claimable.reason} from={claimable.from} />;
  const signIn = <Button variant="secondary" onClick={openSignIn}>{words.signIn}</Button>;
  return (
    <>
      <p>{consequenceOf(terms, game)}</p>
      {phase.is === 'failed' ? (
        <Notice kind="danger" live title={words.failed} action={phase.needsSignIn ? signIn : undefined}><p>{phase.text}</p></Notice>
      ) : null}
      <OfflineNote>{words.offline}</OfflineNote>
      {version === null ? <p className="quiet small">{words.needsCurrent}</p> : (
        <div>
          <Button busy={phase.is === 'sending' || isReviving} busyLabel={words.claiming} onClick={ask}>
            {terms.kind === 'draw' ? words.enter : words.claim}
          </Button>
        </div>
      )}
      {phase.is === 'password' && version !== null ? <PasswordDialog onClose={reset} onConfirmed={ask} /> : null}
    </>
  );
}

/** Says what claiming does, then shows the button, or the reason why there is none. */
export function ClaimSection(props: Props) {
  const isSignedIn = useSignedIn();
  const { offer } = props;
  return (
    <section className="card stack promo-claim" aria-labelledby="claim-title">
      <h2 id="claim-title">{claimTitleOf(offer.terms)}</h2>
      {!offer.isEnabled ? <ClaimRefusal promotionId={props.promotionId} reason="switched-off" from={null} /> : isSignedIn ? <ForPlayer {...props} /> : <Guest />}
    </section>
  );
}
