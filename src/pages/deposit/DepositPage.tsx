import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { DepositRequest } from '../../bridge/actions/cashier';
import type { Deposit } from '../../core/contract/cashier';
import { nairaToKobo } from '../../core/money';
import { switches } from '../../core/switches';
import { clock } from '../../core/time';
import { can } from '../../state/catalogue';
import { ownForm } from '../../state/form-input';
import { useConnection, useFigures, useSession } from '../../state/use';
import { Button } from '../../ui/Button';
import { Notice, Skeleton } from '../../ui/States';
import { KEEP_SCROLL } from '../../ui/keep-scroll';
import { EmailNeeded } from '../shared/gates/EmailNeeded';
import { useIsFirstCheckPending } from '../shared/gates/use-first-check';
import { NotServed, NotServedLate } from '../shared/gates/NotServed';
import { useNotServedForm } from '../shared/gates/place';
import { useProtection } from '../../bridge/protection/use-protection';
import { hasTypedDepositLimit } from '../shared/protection/typed-limits';
import { BreakNotice } from '../shared/protection/BreakNotice';
import { useBreak } from '../shared/protection/use-break';
import { PasswordDialog } from '../shared/form/PasswordDialog';
import { useForm } from '../shared/form/use-form';
import { useLateRefusals, useOpenIntents } from '../shared/money/use-unknown-intents';
import { amountText } from './amount';
import { NotStarted } from './NotStarted';
import { DepositForm } from './DepositForm';
import { FirstDepositLimit } from './FirstDepositLimit';
import { groupDeposits } from './deposits';
import type { DepositValues } from './options';
import { EarlierDeposits } from './EarlierDeposits';
import { RepeatDialog } from './RepeatDialog';
import { findEqualDeposit } from './equal-deposit';
import { RunningDeposits } from './RunningDeposits';
import { useDeposits } from './use-deposits';
import { useOptions } from './use-options';
import { useStart } from './use-start';
import { words } from './words';
import '../shared/form/forms.css';
import '../shared/history/history.css';
import './deposit.css';

const EMPTY: DepositValues = { amount: '', method: '', bankCode: '', promotion: '' };

/** Deposits in progress come first, then the form, then earlier deposits. */
export default function DepositPage() {
  const [search, setSearch] = useSearchParams();
  const userId = useSession((session) => session.userId);
  const account = useFigures((figures) => figures.accountData);
  const reach = useConnection((connection) => connection.reach);
  const wantedId = search.get('deposit');
  const deposits = useDeposits(wantedId);
  const { update, reload } = deposits;
  const options = useOptions();
  const form = useForm<DepositValues>({ name: ownForm('deposit', userId), initial: EMPTY });
  const starts = useOpenIntents('deposit');
  const notStarted = useLateRefusals('deposit');
  const { top, rest } = groupDeposits(deposits, wantedId, clock.now());
  /** Counts how often the player wanted another deposit after the last one. */
  const [newDepositCount, setNewDepositCount] = useState(0);

  // The button that was pressed is gone or far above, so the focus moves to the form.
  useEffect(() => {
    if (newDepositCount > 0) document.querySelector<HTMLElement>('.amount-field input')?.focus();
  }, [newDepositCount]);

  /** Counts how often the player took the first deposit instead of a second one. The form is a new one then, so the focus has to move. */
  const [formCount, setFormCount] = useState(0);
  useEffect(() => {
    if (formCount > 0) document.querySelector<HTMLElement>('#main h1')?.focus();
  }, [formCount]);

  const show = (depositId: string) => setSearch({ deposit: depositId }, { replace: true, state: KEEP_SCROLL });
  const onStarted = (deposit: Deposit) => {
    update(deposit);
    form.set('amount', '');
    setNewDepositCount(0);
    show(deposit.depositId);
  };
  const { phase, start, reset } = useStart({ deposits: deposits.items, onStarted, onFields: form.refuse, reload });

  const findEarlier = (request: DepositRequest) => findEqualDeposit(deposits.items, request, clock.now());
  const keepEarlier = (request: DepositRequest) => {
    const existing = findEarlier(request);
    reset();
    if (existing === null) return;
    show(existing.depositId);
    setFormCount(formCount + 1);
  };
  const startAgain = ({ amount, method }: Deposit) => {
    const kobo = nairaToKobo(amount);
    form.fill({ method, amount: kobo === null ? '' : amountText(kobo) });
    setNewDepositCount(newDepositCount + 1);
  };

  // The button shows the deposit that this page is sending, so the list leaves it out.
  const shownStarts = starts.filter((intent) => intent.state === 'unknown' || phase.is !== 'sending');
  const onBreak = useBreak();
  const isBlocked = onBreak !== null;
  const cameFromPayment = search.has('checking');
  const showsReturnNotice = cameFromPayment && reach !== 'online';
  const isCheckPending = useIsFirstCheckPending();
  const needsEmail = account?.emailActivated === false;
  const hasUnknownStart = starts.some((intent) => intent.state === 'unknown');
  const hasRunning = top.length + shownStarts.length > 0;
  const isLimitQuestionOpen = useProtection(({ protection }) => protection?.offered === false) && deposits.isListed;
  const isProtectionUnread = useProtection(({ protection, error }) => protection === null && error === null) && can('protection');
  const isFormUnread = (!deposits.isListed && deposits.error === null) || options === null || isProtectionUnread;
  const notServed = useNotServedForm(!isCheckPending && !isFormUnread);
  const isNotServed = notServed === 'yes';
  const offersLimit = isLimitQuestionOpen && !isBlocked && !isNotServed;
  /** Counts the deposits that were stopped, because the player has typed a limit above and has neither saved nor dropped it. */
  const [stopCount, setStopCount] = useState(0);
  const startUnlessTyped = (request: DepositRequest) => {
    if (offersLimit && hasTypedDepositLimit(userId)) setStopCount(stopCount + 1);
    else void start(request);
  };
  // The page waits a moment, because a form that moves or disappears under the player's hands would be worse.
  const isLoading = isCheckPending || (isFormUnread && !isBlocked && !isNotServed);

  const formPart = () => {
    if (isLoading) return <Skeleton lines={6} className="hold" />;
    if (needsEmail || isBlocked || isNotServed || hasUnknownStart || options === null) return null;
    if (hasRunning && newDepositCount === 0) {
      return <div><Button variant="secondary" onClick={() => setNewDepositCount(1)}>{words.another}</Button></div>;
    }
    return (
      <DepositForm
        form={form}
        options={options}
        lastMethod={deposits.items[0]?.method}
        phase={phase}
        start={startUnlessTyped}
        isRechecking={deposits.isRechecking}
        isShort={switches.shortCashier}
        picksBonus={switches.bonusSelection}
      />
    );
  };

  return (
    <div className="deposit">
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        {switches.shortCashier ? null : <p className="quiet">{words.intro}</p>}
      </header>

      {phase.is === 'leaving' ? (
        <Notice live title={words.leaving}><a href={phase.url}>{words.leavingLink}</a></Notice>
      ) : null}
      {phase.is === 'started' ? <Notice kind="success" live>{words.answered}</Notice> : null}
      {notStarted.map((intent) => <NotStarted key={intent.key} intent={intent} />)}
      {showsReturnNotice ? <Notice kind="warning" live title={words.returnedTitle}>{words.returnedText}</Notice> : null}
      {deposits.isWantedMissing ? <Notice kind="warning" live>{words.notFound}</Notice> : null}
      <RunningDeposits deposits={deposits} starts={shownStarts} top={top} cameFromPayment={cameFromPayment} options={options} onAgain={startAgain} />

      {isLoading ? null : (
        <>
          {needsEmail ? <EmailNeeded /> : null}
          {isBlocked ? <BreakNotice onBreak={onBreak} /> : null}
          {isNotServed && !isBlocked ? <NotServed text={words.notServed} /> : null}
          {notServed === 'late' && !isBlocked ? <NotServedLate /> : null}
          {offersLimit ? <FirstDepositLimit stops={stopCount} /> : null}
        </>
      )}
      {formPart()}
      {phase.is === 'password' ? (
        <PasswordDialog onClose={reset} onConfirmed={() => void start(phase.request)} />
      ) : null}
      {phase.is === 'repeated' ? (
        <RepeatDialog
          request={phase.request}
          earlier={findEarlier(phase.request)}
          onKeep={() => keepEarlier(phase.request)}
          onAgain={() => void start({ ...phase.request, again: true })}
        />
      ) : null}

      <EarlierDeposits deposits={deposits} items={rest} />
      <p className="quiet small">
        {can('histories') ? <><Link to="/transactions-history">{words.allTransactions}</Link>. </> : null}
        {can('protection') ? <><Link to="/self-exclusion">{words.limitsLink}</Link>. </> : null}
        {words.help}
      </p>
    </div>
  );
}
