import { useState } from 'react';
import { chooseForDeposit } from '../../bridge/actions/cashier';
import type { Deposit, DepositChoice } from '../../core/contract/cashier';
import { formatNaira, nairaToKobo } from '../../core/money';
import { openSignIn } from '../../state/session';
import { useReviving } from '../../state/use-reviving';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Notice } from '../../ui/States';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { OfflineNote } from '../shared/form/OfflineNote';
import { PasswordDialog } from '../shared/form/PasswordDialog';
import { useBreak } from '../shared/protection/use-break';
import { useMoneyRequest } from '../shared/money/use-money-request';
import { heldText, isForOtherAccount, wasReturnRefused } from './held-text';
import { heldWords } from './held-words';
import { words } from './words';

/** Lets the player choose about a held deposit: send it back, or credit it once that is allowed. */
export function HeldChoice({ deposit, onChosen }: { deposit: Deposit; onChosen: (deposit: Deposit | null) => void }) {
  const [choice, setChoice] = useState<DepositChoice>('send-back');
  const [isAsking, setAsking] = useState(false);
  const isReviving = useReviving();
  const bar = useBreak()?.state ?? null;
  const kobo = nairaToKobo(deposit.amount);
  const amount = kobo === null ? words.theAmount : formatNaira(kobo, { whole: true });
  const { phase, isUnknown, ask, reset } = useMoneyRequest({
    kind: 'choice', id: deposit.depositId, words: heldWords,
    onEnded: () => onChosen(null),
    send: async () => {
      const outcome = await chooseForDeposit(deposit, choice);
      if (outcome.state === 'confirmed') onChosen(outcome.answer);
      return outcome;
    },
  });
  if (isUnknown) return <Notice kind="warning" live>{heldWords.checking}</Notice>;
  const isBusy = phase.is === 'sending';
  const open = (nextChoice: DepositChoice) => {
    reset();
    setChoice(nextChoice);
    setAsking(true);
  };
  const signIn = <Button variant="secondary" onClick={openSignIn}>{words.signInAgain}</Button>;
  const question = heldWords.question[choice];
  const isForOther = isForOtherAccount(deposit);
  return (
    <div className="stack">
      <p>{heldText(deposit, bar)}</p>
      {phase.is === 'failed' ? (
        <ErrorNotice kind="danger" live title={heldWords.failed[choice]} action={phase.needsSignIn ? signIn : undefined}>{phase.text}</ErrorNotice>
      ) : null}
      <div className="held-choice">
        <Button wide busy={isReviving} onClick={() => open('send-back')}>{heldWords.sendBack}</Button>
        {isForOther && !wasReturnRefused(deposit) ? null : (
          <Button wide variant="secondary" busy={isReviving} onClick={() => open('credit')}>{heldWords.credit}</Button>
        )}
      </div>
      <OfflineNote>{heldWords.offline}</OfflineNote>
      {isAsking && (isBusy || phase.is === 'idle') ? (
        <Dialog open title={question.title(amount)} closeLabel={heldWords.close} onClose={() => (isBusy ? undefined : setAsking(false))}>
          <p>{choice === 'credit' && (bar !== null || isForOther) ? heldWords.toWithdraw : question.text}</p>
          <Button wide busy={isBusy} busyLabel={heldWords.sending} onClick={ask}>{question.yes}</Button>
          {isBusy ? null : <Button wide variant="secondary" onClick={() => setAsking(false)}>{heldWords.no}</Button>}
        </Dialog>
      ) : null}
      {phase.is === 'password' ? <PasswordDialog onClose={reset} onConfirmed={ask} /> : null}
    </div>
  );
}
