import { Link } from 'react-router-dom';
import { FOUND_STATES, isClaimOpen } from '../../core/deposit-claim';
import type { Deposit } from '../../core/contract/cashier';
import { clock } from '../../core/time';
import { Button, buttonClass } from '../../ui/Button';
import { Timeline } from '../shared/money/Timeline';
import { Amount } from '../shared/money/Amount';
import { NewBalance } from '../shared/money/NewBalance';
import { ClaimForm } from './ClaimForm';
import { Countdown, useIsOver } from './Countdown';
import { HeldChoice } from './HeldChoice';
import { AccountToPay, CodeToDial } from './PayTo';
import { NextGame } from './NextGame';
import { paymentUrl } from './payment-urls';
import { endOf, stageOf, timelineOf } from './stage';
import type { Stage } from './stage';
import { words } from './words';

const TONE: Readonly<Record<Stage, 'open' | 'good' | 'bad' | 'odd'>> = {
  pay: 'open', prompt: 'open', transfer: 'open', dial: 'open', checking: 'open', claimed: 'open', overdue: 'bad',
  success: 'good', failed: 'bad', expired: 'bad', cancelled: 'bad', mismatch: 'odd',
  held: 'odd', returning: 'open', 'sent-back': 'bad',
};

/** The help article that says more. */
const HELP: Partial<Readonly<Record<Stage, string>>> = {
  transfer: 'deposit-bank-transfer', dial: 'deposit-ussd', checking: 'deposit-checking', claimed: 'deposit-debited',
  overdue: 'deposit-expired', expired: 'deposit-expired', failed: 'deposit-missing', mismatch: 'deposit-missing',
  held: 'deposit-late', returning: 'deposit-late',
};
const CAN_PAY: ReadonlySet<Stage> = new Set(['pay', 'prompt', 'transfer', 'dial']);
/** The states in which no money came and none will come. */
const OVER: ReadonlySet<Stage> = new Set(['overdue', 'expired', 'failed', 'cancelled']);

/** Shows how to pay, while the deposit can be paid. */
function Pay({ deposit, stage, payUrl }: { deposit: Deposit; stage: Stage; payUrl: string | null }) {
  const { next } = deposit;
  const url = paymentUrl(next, location.href);
  if (stage === 'pay' && url !== null) return <a className={buttonClass('primary', true)} href={url}>{words.toPayment}</a>;
  // The player is back from the payment page and may not have paid, so the link stays.
  if (stage === 'checking' && url !== null) return <p><a className="text-link" href={url}>{words.notPaid}</a></p>;
  if (stage === 'transfer' && next?.type === 'account') return <AccountToPay deposit={deposit} next={next} payUrl={payUrl} />;
  if (stage === 'dial' && next?.type === 'ussd') return <CodeToDial next={next} payUrl={payUrl} />;
  return stage === 'prompt' && next?.type === 'prompt' ? <p>{next.text}</p> : null;
}

interface Props {
  deposit: Deposit;
  cameFromPayment: boolean;
  /** The simulator's page of the method, where no real money moves. */
  payUrl: string | null;
  onClaimed: (deposit: Deposit) => void;
  /** The player has chosen about a held deposit. The deposit is null where only a new list shows its state. */
  onChosen: (deposit: Deposit | null) => void;
  onAgain: (deposit: Deposit) => void;
}

/** One deposit: its amount, its stage, who has it, what to do, and what happened so far. */
export function DepositCard({ deposit, cameFromPayment, payUrl, onClaimed, onChosen, onAgain }: Props) {
  const endsAt = endOf(deposit);
  const isClaimed = isClaimOpen(deposit, clock.now());
  const stage = stageOf(deposit, { cameFromPayment, isOver: useIsOver(endsAt), isClaimed });
  const help = HELP[stage];
  return (
    <article className="card money-card" data-tone={TONE[stage]} aria-label={words.stateTitle[stage]}>
      <div>
        <p className="money-amount"><Amount amount={deposit.amount} currency={deposit.currency} whole /></p>
        <p className="money-stage" role="status">{words.stateTitle[stage]}</p>
        <p className="quiet">
          {stage === 'held' ? null : words.stateText[stage]} {help === undefined ? null : <Link to={`/help#${help}`}>{words.checkingMore}</Link>}
        </p>
      </div>
      {endsAt !== null && CAN_PAY.has(stage) ? <Countdown at={endsAt} since={Date.parse(deposit.createdAt)} /> : null}
      {stage === 'success' ? <NewBalance label={words.balanceIs} since={deposit.updatedAt} /> : null}
      <Pay deposit={deposit} stage={stage} payUrl={payUrl} />
      {stage === 'held' ? <HeldChoice deposit={deposit} onChosen={onChosen} /> : null}
      {stage === 'success' ? <NextGame /> : null}
      {OVER.has(stage) ? <div><Button variant="secondary" onClick={() => onAgain(deposit)}>{words.startAgain}</Button></div> : null}
      <Timeline rows={timelineOf(deposit, CAN_PAY.has(stage))} label={words.timeline} nowLabel={words.nowStep} />
      {FOUND_STATES.has(stage) ? null : <ClaimForm deposit={deposit} isClaimed={isClaimed} onClaimed={onClaimed} />}
      <p className="quiet small deposit-reference">{words.reference}: <code>{deposit.depositId}</code></p>
    </article>
  );
}
