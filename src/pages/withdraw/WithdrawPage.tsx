import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { loadWithdrawalOptions } from '../../bridge/actions/withdrawals';
import type { Withdrawal } from '../../core/contract/withdrawals';
import { can } from '../../state/catalogue';
import { useConnection, useFigures } from '../../state/use';
import { Age } from '../../ui/Age';
import { Button, buttonClass } from '../../ui/Button';
import { Notice, Skeleton } from '../../ui/States';
import { KEEP_SCROLL } from '../../ui/keep-scroll';
import { EmailNeeded } from '../shared/gates/EmailNeeded';
import { PasswordDialog } from '../shared/form/PasswordDialog';
import { SecondAccount } from '../shared/gates/SecondAccount';
import { useBreak } from '../shared/protection/use-break';
import { useLateRefusals, useOpenIntents } from '../shared/money/use-unknown-intents';
import { CheckingCard } from '../shared/money/CheckingCard';
import { EarlierWithdrawals } from './EarlierWithdrawals';
import { RequestSteps } from './RequestSteps';
import { useLoaded } from '../shared/answers/use-loaded';
import { useRequestForm } from './use-request-form';
import { useWithdrawals } from './use-withdrawals';
import { WithdrawalCard } from './WithdrawalCard';
import { WithdrawalNotMade } from './WithdrawalNotMade';
import { splitWithdrawals } from './withdrawals';
import { words } from './words';
import '../shared/form/forms.css';
import '../shared/history/history.css';
import './withdraw.css';

const NIN_AND_BACK = '/nin?next=%2Fwithdraw';

function NinNeeded() {
  return (
    <Notice kind="warning" title={words.ninTitle} action={<Link className={buttonClass()} to={NIN_AND_BACK}>{words.ninGo}</Link>}>
      {words.ninText}
    </Notice>
  );
}

/** The id in the answer to a request that was unknown for a while. */
function idIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('withdrawalId' in answer)) return null;
  return typeof answer.withdrawalId === 'string' ? answer.withdrawalId : null;
}

/** Withdrawals in progress come first, then the form, then earlier withdrawals. */
export default function WithdrawPage() {
  const [search, setSearch] = useSearchParams();
  const account = useFigures((figures) => figures.accountData);
  const reach = useConnection((connection) => connection.reach);
  const wantedId = search.get('withdrawal');
  const withdrawals = useWithdrawals(wantedId);
  const { update, reload } = withdrawals;
  const options = useLoaded(loadWithdrawalOptions);
  const [wantsMore, setMore] = useState(false);

  function showMade(withdrawalId: string | null): void {
    setMore(false);
    if (withdrawalId !== null) setSearch({ withdrawal: withdrawalId }, { replace: true, state: KEEP_SCROLL });
  }

  const withdrawalForm = useRequestForm({
    options: options.data,
    isClosing: search.has('closing'),
    onMade: (withdrawal: Withdrawal) => {
      update(withdrawal);
      showMade(withdrawal.withdrawalId);
    },
    onStale: options.reload,
    reload,
  });
  const { phase } = withdrawalForm;

  // The button that was pressed is gone, so the focus moves to the form.
  useEffect(() => {
    if (wantsMore) document.querySelector<HTMLElement>('.withdraw-step[aria-current] h2')?.focus();
  }, [wantsMore]);

  function another(): void {
    // An account that was paid out to once needs no password any more.
    withdrawalForm.accounts.reload();
    setMore(true);
  }

  const openIntents = useOpenIntents('withdrawal');
  const lateRefusals = useLateRefusals('withdrawal', ({ answer }) => {
    // The typed form has been sent, so it is emptied.
    withdrawalForm.form.fill({ amount: '', unplayed: '' });
    options.reload();
    showMade(idIn(answer));
  });

  // The button shows the withdrawal that this page is sending, so the list leaves it out.
  const shownIntents = openIntents.filter((intent) => intent.state === 'unknown' || phase.is !== 'sending');
  const hasUnknown = openIntents.some((intent) => intent.state === 'unknown');
  const { top, rest } = splitWithdrawals(withdrawals.items, wantedId);
  const hasRunning = top.length + shownIntents.length > 0;
  const needs = options.data?.needs ?? [];
  const needsEmail = account === null ? needs.includes('email') : !account.emailActivated;
  const needsNin = needs.includes('nin') && account?.verification !== 'verified';
  const onBreak = useBreak();
  const hasForm = !needsEmail && !needsNin && !hasUnknown && (!hasRunning || wantsMore);
  // The page waits a moment here, because a form that disappears under the player's hands would be worse.
  const isWaiting = hasForm && ((!withdrawals.isListed && withdrawals.error === null) || (options.data === null && options.error === null));

  return (
    <div className="withdraw">
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </header>

      {phase.is === 'made' ? <Notice kind="success" live>{words.answered}</Notice> : null}
      {lateRefusals.map((intent) => <WithdrawalNotMade key={intent.key} intent={intent} />)}
      {withdrawals.isWantedMissing ? <Notice kind="warning" live>{words.notFound}</Notice> : null}
      {hasRunning && withdrawals.error !== null && reach !== 'online' ? <p className="quiet small">{words.unreached}</p> : null}
      {!hasRunning ? null : (
        <section className="stack" aria-label={words.running}>
          {withdrawals.savedAt === null ? null : <p className="quiet small">{words.stale}, <Age at={withdrawals.savedAt} /></p>}
          {shownIntents.map((intent) => <CheckingCard key={intent.key} intent={intent} words={words} help="withdraw-checking" />)}
          {top.map((withdrawal) => <WithdrawalCard key={withdrawal.withdrawalId} withdrawal={withdrawal} />)}
        </section>
      )}

      <SecondAccount />
      {onBreak === null ? null : <Notice title={words.breakTitle}>{words.breakText[onBreak.state]} {words.lateDeposit}</Notice>}
      {options.data?.closing === true ? <Notice title={words.closingTitle} action={<Link className={buttonClass('secondary')} to="/profile?close=1">{words.toClosing}</Link>}>{words.closingText}</Notice> : null}
      {needsEmail ? <EmailNeeded onChecked={options.reload} /> : needsNin ? <NinNeeded /> : null}
      {hasForm || needsEmail || needsNin || hasUnknown ? null : <div><Button variant="secondary" onClick={another}>{words.newOne}</Button></div>}
      {isWaiting ? <Skeleton lines={6} className="hold" /> : null}
      {hasForm && !isWaiting ? <RequestSteps withdrawalForm={withdrawalForm} options={options.data} isRechecking={withdrawals.isRechecking} /> : null}
      {phase.is === 'password' ? (
        <PasswordDialog why={words.passwordWhy} onClose={withdrawalForm.reset} onConfirmed={withdrawalForm.send} />
      ) : null}

      <EarlierWithdrawals withdrawals={withdrawals} items={rest} />
      <p className="quiet small">
        <Link to="/help#withdraw">{words.help}</Link>.{' '}
        {can('histories') ? <><Link to="/transactions-history">{words.allTransactions}</Link>. </> : null}
        {words.support}
      </p>
    </div>
  );
}
