import { useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { recheckSession } from '../../bridge/sync-worker';
import type { Deposit } from '../../core/contract/cashier';
import { isFinal } from '../../core/intent';
import type { Intent } from '../../core/intent';
import { can } from '../../state/catalogue';
import { intentsStore } from '../../state/intents';
import { ownForm } from '../../state/kept-input';
import { useConnection, useFigures, useIntents, useSession } from '../../state/use';
import { Age } from '../../ui/Age';
import { Button } from '../../ui/Button';
import { Notice, Skeleton } from '../../ui/States';
import { PasswordDialog } from '../shared/PasswordDialog';
import { ResendMail } from '../shared/ResendMail';
import { useForm } from '../shared/use-form';
import { Checking, NotStarted } from './Checking';
import { DepositCard } from './DepositCard';
import { DepositForm } from './DepositForm';
import type { DepositValues } from './DepositForm';
import { shelves } from './deposits';
import { Recent } from './Recent';
import { useDeposits } from './use-deposits';
import { useOptions } from './use-options';
import { useStart } from './use-start';
import { words } from './words';
import '../shared/forms.css';
import '../shared/history.css';
import './deposit.css';

/** Said before anything is typed, with the way to do it. */
function EmailNeeded() {
  const email = useSession((session) => session.email);
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    await recheckSession();
    setBusy(false);
  };
  return (
    <Notice kind="warning" title={words.emailTitle}>
      <p>{words.emailText(email ?? '')}</p>
      <div>
        <Button busy={busy} busyLabel={words.emailLooking} onClick={() => void look()}>{words.emailOpened}</Button>
      </div>
      <ResendMail />
    </Notice>
  );
}

/** Starts whose answer is not known, oldest first. */
function useOpenStarts(): readonly Intent[] {
  const byKey = useIntents((intents) => intents.byKey);
  return useMemo(
    () =>
      Object.values(byKey)
        .filter((intent) => intent.kind === 'deposit' && !isFinal(intent))
        .sort((a, b) => a.at - b.at),
    [byKey],
  );
}

/** Starts that were unknown while this page is open and turned out not to have happened: told, or nobody would know. */
function useNotStarted(): readonly Intent[] {
  const [found, setFound] = useState<readonly Intent[]>([]);
  useEffect(
    () =>
      intentsStore.subscribe((now, before) => {
        const ended = Object.values(now.byKey).filter(
          ({ key, kind, state }) => kind === 'deposit' && state === 'refused' && before.byKey[key]?.state === 'unknown',
        );
        if (ended.length > 0) setFound((known) => [...known, ...ended]);
      }),
    [],
  );
  return found;
}

/** What is under way first, then the form, then what was. */
export default function DepositPage() {
  const [search, setSearch] = useSearchParams();
  const userId = useSession((session) => session.userId);
  const account = useFigures((figures) => figures.accountData);
  const reach = useConnection((connection) => connection.reach);
  const wantedId = search.get('deposit');
  const known = useDeposits(wantedId);
  const { hear, reload } = known;
  const options = useOptions();
  const form = useForm<DepositValues>({ name: ownForm('deposit', userId), initial: { amount: '' } });
  const starts = useOpenStarts();
  const notStarted = useNotStarted();
  const { top, rest } = shelves(known.items, wantedId);
  const [wantsMore, setMore] = useState(false);

  const onStarted = (deposit: Deposit) => {
    hear(deposit);
    form.set('amount', '');
    setMore(false);
    setSearch({ deposit: deposit.depositId }, { replace: true, preventScrollReset: true });
  };
  const { phase, start, reset } = useStart({ onStarted, onFields: form.refuse, reload });

  // The one that this page is just sending is shown by its button.
  const shownStarts = starts.filter((intent) => intent.state === 'unknown' || phase.is !== 'sending');
  const isBlocked = account !== null && account.protection !== 'none';
  const cameBack = search.has('checking');
  const isBack = cameBack && reach !== 'online';
  const needsEmail = account?.emailActivated === false;
  const isHeld = starts.some((intent) => intent.state === 'unknown');
  const hasRunning = top.length + shownStarts.length > 0;

  return (
    <div className="deposit">
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </header>

      {phase.is === 'leaving' ? (
        <Notice live title={words.leaving}><a href={phase.url}>{words.leavingLink}</a></Notice>
      ) : null}
      {phase.is === 'started' ? <Notice kind="success" live>{words.answered}</Notice> : null}
      {notStarted.map((intent) => <NotStarted key={intent.key} intent={intent} />)}
      {isBack ? <Notice kind="warning" live title={words.returnedTitle}>{words.returnedText}</Notice> : null}
      {known.isWantedMissing ? <Notice kind="warning" live>{words.notFound}</Notice> : null}
      {!hasRunning ? null : (
        <section className="stack" aria-label={words.running}>
          {known.savedAt === null ? null : (
            <p className="quiet small">{words.stale}, <Age at={known.savedAt} /></p>
          )}
          {shownStarts.map((intent) => <Checking key={intent.key} intent={intent} />)}
          {top.map((deposit, at) => (
            <DepositCard key={deposit.depositId} deposit={deposit} cameBack={cameBack && at === 0} />
          ))}
        </section>
      )}

      {needsEmail ? <EmailNeeded /> : null}
      {isBlocked ? <Notice title={words.excludedTitle}>{words.excludedText}</Notice> : null}
      {needsEmail || isBlocked || isHeld ? null : hasRunning && !wantsMore ? (
        <div><Button variant="secondary" onClick={() => setMore(true)}>{words.another}</Button></div>
      ) : !known.isListed && known.error === null ? (
        // A form that goes away under somebody's hands because something is under way after all is worse than a moment's wait.
        <Skeleton lines={6} />
      ) : (
        <DepositForm
          form={form}
          options={options}
          phase={phase}
          start={(request) => void start(request)}
          isRechecking={known.isRechecking}
        />
      )}
      {phase.is === 'password' ? (
        <PasswordDialog onClose={reset} onConfirmed={() => void start(phase.request)} />
      ) : null}

      <Recent known={known} items={rest} />
      <p className="quiet small">
        {can('histories') ? <><Link to="/transactions-history">{words.allTransactions}</Link>. </> : null}
        {words.help}
      </p>
    </div>
  );
}
