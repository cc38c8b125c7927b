import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { loadBonuses, storedBonuses } from '../../../bridge/actions/bonuses';
import type { BonusesPage } from '../../../bridge/actions/bonuses';
import type { Bonus } from '../../../core/contract/bonuses';
import { errorWords } from '../../../core/error-words';
import { dateTime } from '../../../core/time';
import { figuresStore } from '../../../state/figures';
import { useCan } from '../../../state/use';
import { Age } from '../../../ui/Age';
import { Button, buttonClass } from '../../../ui/Button';
import { EmptyState, Pill, Skeleton } from '../../../ui/States';
import { PromotionLinks } from '../promotions/PromotionLinks';
import { Amount } from '../money/Amount';
import { useSnapshot } from '../answers/use-snapshot';
import { useLateRefusals } from '../money/use-unknown-intents';
import { BonusCard, statusWords } from './BonusCard';
import { endingWords, isRunning } from './facts';
import { words } from './words';
import '../form/forms.css';
import './bonuses.css';

function Ended({ bonus }: { bonus: Bonus }) {
  const { name, status, endedAt } = bonus;
  return (
    <li className="card">
      <div className="row spread"><strong>{name}</strong><Pill kind={status === 'completed' ? 'success' : 'quiet'}>{statusWords(status)}</Pill></div>
      <p>{endingWords(bonus)}</p>
      {endedAt === null ? null : <p className="quiet small">{words.endedOn(dateTime(Date.parse(endedAt)))}</p>}
    </li>
  );
}

function Lists({ page: { items, withdrawable }, onEnded }: { page: BonusesPage; onEnded: () => void }) {
  const canWithdraw = useCan('withdrawals');
  const canClaim = useCan('promotions');
  const running = items.filter(isRunning);
  const ended = items.filter((bonus) => !isRunning(bonus));
  return (
    <>
      <section className="card row spread">
        <div>
          <p className="quiet small">{words.withdrawable}</p>
          <p><Amount className="bonus-amount" amount={withdrawable} currency="NGN" /></p>
          <p className="quiet small">{words.withdrawableNote}</p>
        </div>
        {canWithdraw ? <Link className={buttonClass('secondary')} to="/withdraw">{words.withdraw}</Link> : null}
      </section>
      <section className="stack" aria-labelledby="running">
        <h2 id="running">{words.running}</h2>
        {running.length === 0 ? <p className="quiet">{words.none}</p> : (
          running.map((bonus) => <BonusCard key={bonus.walletId} bonus={bonus} onEnded={onEnded} />)
        )}
      </section>
      {canClaim ? <PromotionLinks title={words.offers} /> : null}
      {ended.length === 0 ? null : (
        <section className="stack" aria-labelledby="ended">
          <h2 id="ended">{words.ended}</h2>
          <ul className="bonus-ended">{ended.map((bonus) => <Ended key={bonus.walletId} bonus={bonus} />)}</ul>
        </section>
      )}
    </>
  );
}

/** All bonuses of the player: the running ones with their requirements, then how the others ended. Old data shows its age. */
export function Bonuses() {
  const { data, savedAt, live, error, reload } = useSnapshot(storedBonuses, loadBonuses);
  useLateRefusals('claim', reload);
  // The account, which is polled anyway, shows when a bonus has changed.
  useEffect(() => figuresStore.subscribe(({ wallets }, before) => {
    if (before.wallets !== null && JSON.stringify(wallets) !== JSON.stringify(before.wallets)) reload();
  }), [reload]);

  function content() {
    if (data !== null) return <Lists page={data} onEnded={reload} />;
    if (error === null) {
      return <div aria-busy="true" className="stack"><p className="unseen" role="status">{words.loading}</p><Skeleton lines={6} /></div>;
    }
    return (
      <EmptyState title={words.failedTitle} action={<Button variant="secondary" onClick={reload}>{words.tryAgain}</Button>}>
        {error.problem === undefined ? words.failed : errorWords(error)}
      </EmptyState>
    );
  }

  return (
    <div className="bonuses">
      <header>
        <h1 tabIndex={-1}>{words.title}</h1>
        {savedAt === null || live ? null : <p className="quiet small">{words.age} <Age at={savedAt} /></p>}
      </header>
      {content()}
    </div>
  );
}
