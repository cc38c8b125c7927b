import { Link } from 'react-router-dom';
import type { Deposit } from '../../core/contract/cashier';
import { useSession } from '../../state/use';
import { buttonClass } from '../../ui/Button';
import { Money } from '../../ui/Money';
import { Timeline } from '../shared/Timeline';
import { Told } from '../shared/Told';
import { paymentUrl, stageOf, timelineOf } from './stage';
import type { Stage } from './stage';
import { words } from './words';

const TONE: Readonly<Record<Stage, 'open' | 'good' | 'bad' | 'odd'>> = {
  pay: 'open', prompt: 'open', checking: 'open', success: 'good', failed: 'bad', expired: 'bad', cancelled: 'bad', mismatch: 'odd',
};

function NewBalance() {
  const balance = useSession((session) => session.balance);
  const currency = useSession((session) => session.balanceCurrency);
  if (balance === null) return null;
  return <p>{words.balanceIs}: <strong><Money amount={balance} currency={currency ?? ''} /></strong></p>;
}

/** One deposit: how much, where it stands, who has it, what to do, and what happened so far. */
export function DepositCard({ deposit, cameBack }: { deposit: Deposit; cameBack: boolean }) {
  const stage = stageOf(deposit, cameBack);
  const url = paymentUrl(deposit.next, location.href);
  return (
    <article className="card deposit-card" data-tone={TONE[stage]} aria-label={words.stateTitle[stage]}>
      <div>
        <p className="deposit-amount"><Told amount={deposit.amount} currency={deposit.currency} whole /></p>
        <p className="deposit-stage" role="status">{words.stateTitle[stage]}</p>
        <p className="quiet">{words.stateText[stage]}</p>
        {deposit.next?.type === 'prompt' ? <p>{deposit.next.text}</p> : null}
      </div>
      {stage === 'success' ? <NewBalance /> : null}
      {url === null || stage !== 'pay' ? null : (
        <a className={buttonClass('primary', true)} href={url}>{words.toPayment}</a>
      )}
      {url === null || stage !== 'checking' ? null : <p><a className="text-link" href={url}>{words.notPaid}</a></p>}
      {stage === 'success' ? <Link className={buttonClass('primary', true)} to="/games">{words.toGames}</Link> : null}
      <Timeline rows={timelineOf(deposit)} label={words.timeline} nowLabel={words.nowStep} />
      <p className="quiet small deposit-reference">{words.reference}: <code>{deposit.depositId}</code></p>
    </article>
  );
}
