import type { Withdrawal } from '../../core/contract/withdrawals';
import { clock } from '../../core/time';
import { Timeline } from '../shared/money/Timeline';
import { Amount } from '../shared/money/Amount';
import { NewBalance } from '../shared/money/NewBalance';
import { pauseOf, stageOf, timelineOf } from './stage';
import type { Stage } from './stage';
import { words } from './words';

const TONE: Readonly<Record<Stage, 'open' | 'good' | 'bad'>> = {
  rules: 'open', people: 'open', paused: 'open', sending: 'open', paid: 'good', refused: 'bad', failed: 'bad',
};

/** The details of a withdrawal: who has it, what to do, why it ended, its timeline, and its account. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const stage = stageOf(withdrawal, clock.now());
  const { withdrawalId, accountName, reason } = withdrawal;
  return (
    <>
      <p className="quiet">{stage === 'paused' ? words.pausedText(pauseOf(withdrawal, clock.now())?.detail) : words.stageText[stage]}</p>
      {reason === null ? null : <p>{words.why}: <strong>{reason}</strong></p>}
      <Timeline rows={timelineOf(withdrawal)} label={words.timeline} nowLabel={words.nowStep} />
      <dl className="facts">
        <div><dt>{words.to}</dt><dd>{words.masked(withdrawal.bankName, withdrawal.lastFour)}, {accountName}</dd></div>
        <div><dt>{words.reference}</dt><dd className="code">{withdrawalId}</dd></div>
      </dl>
    </>
  );
}

/** One withdrawal that is in progress, or that the page was opened for. */
export function WithdrawalCard({ withdrawal }: { withdrawal: Withdrawal }) {
  const stage = stageOf(withdrawal, clock.now());
  return (
    <article className="card money-card" data-tone={TONE[stage]} aria-label={words.stageTitle[stage]}>
      <div>
        <p className="money-amount"><Amount amount={withdrawal.amount} currency={withdrawal.currency} whole /></p>
        <p className="money-stage" role="status">{words.stageTitle[stage]}</p>
      </div>
      <WithdrawalFacts withdrawal={withdrawal} />
      {TONE[stage] === 'bad' ? <NewBalance label={words.balanceIs} since={withdrawal.updatedAt} /> : null}
    </article>
  );
}
