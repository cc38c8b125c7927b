import { Suspense, lazy } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PROMOTION_IDS } from '../../core/promotions';
import type { PromotionTerms } from '../../core/contract/promotions';
import type { PromotionId } from '../../core/promotions';
import { useSession, useSignedIn } from '../../state/use';
import { Age } from '../../ui/Age';
import { Notice, Skeleton } from '../../ui/States';
import { useShelf } from '../shared/shelf/use-shelf';
import { ClaimSection } from './ClaimSection';
import { PromotionLinks } from '../shared/promotions/PromotionLinks';
import { claimTitleOf, exampleOf, headlineOf, termLines } from '../shared/promotions/terms';
import { useOffer } from './use-offer';
import { words } from '../shared/promotions/words';
import '../../ui/motif.css';
import '../shared/form/forms.css';
import './promo.css';

const NeedsNetwork = ({ terms }: { terms: PromotionTerms }) => <><p>{exampleOf(terms, null)}</p><p className="quiet">{words.drawsNeedNetwork}</p></>;
/** Not on the device before its player has opened the giveaway once. */
const Draws = lazy(() => import('./draws/Draws').then(({ Draws: loaded }) => ({ default: loaded }), () => ({ default: NeedsNetwork })));

function Promo({ id }: { id: PromotionId }) {
  const offer = useOffer(id);
  const { terms, version, datedAt } = offer;
  const { games } = useShelf();
  // An offer is for those who may take it. Whether a player may, is the player's own.
  const isPublic = !useSignedIn() || undefined;
  const gameId = terms.kind === 'free-spins' ? terms.gameId : '';
  const game = games?.find((each) => each.gameId === gameId)?.name ?? gameId;
  return (
    <div className="promo">
      <header className="promo-head motif" data-public={isPublic}>
        <h1 tabIndex={-1}>{offer.name}</h1>
        <p>{headlineOf(terms, game)}</p>
        <Link className="text-link promo-jump" to="#claim-title">{claimTitleOf(terms)}</Link>
      </header>
      <section className="stack" aria-labelledby="terms-title">
        <h2 id="terms-title">{words.termsTitle}</h2>
        <ul data-public={isPublic}>{termLines(terms, game).map((line) => <li key={line}>{line}</li>)}</ul>
        {version === null ? <Notice>{words.builtIn}</Notice> : null}
        {datedAt === null ? null : <p className="quiet small">{words.from} <Age at={datedAt} /></p>}
      </section>
      {/* The claim stands below the terms, because its section changes with the platform's answer and would move the terms. */}
      <ClaimSection promotionId={id} offer={offer} game={game} />
      <section className="stack" aria-labelledby="example-title">
        <h2 id="example-title">{words.exampleTitle}</h2>
        {terms.kind === 'draw' ? null : (
          <>
            <p>{exampleOf(terms, null)}</p>
            <p><Link className="text-link" to="/bonus-contribution">{words.contribution}</Link></p>
          </>
        )}
        {terms.kind !== 'draw' ? null : (
          <Suspense fallback={<Skeleton lines={6} />}>
            <Draws terms={terms} isEntered={offer.claimable?.reason === 'entered'} entryIds={offer.claimable?.entryIds ?? []} />
          </Suspense>
        )}
      </section>
      <PromotionLinks except={id} title={words.others} />
      {offer.approvalNumber === null ? null : <p className="quiet small">{words.approval(offer.approvalNumber)}</p>}
    </div>
  );
}

/** `/promo/…`: the offer that the address names, its exact terms, an example and the claim. */
export default function PromoPage() {
  const { pathname } = useLocation();
  const id = PROMOTION_IDS.find((each) => pathname.endsWith(each)) ?? 'welcome-bonus';
  const userId = useSession((session) => session.userId);
  return <Promo key={`${id} ${userId}`} id={id} />;
}
