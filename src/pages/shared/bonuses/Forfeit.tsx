import { useState } from 'react';
import { forfeitBonus } from '../../../bridge/actions/bonuses';
import type { Bonus } from '../../../core/contract/bonuses';
import { useReviving } from '../../../state/use-reviving';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { OfflineNote } from '../form/OfflineNote';
import { PasswordDialog } from '../form/PasswordDialog';
import { useMoneyRequest } from '../money/use-money-request';
import { atStake } from './facts';
import { words } from './words';

/** Says what giving up a bonus costs, shows the button, and asks for confirmation. */
export function Forfeit({ bonus, onEnded }: { bonus: Bonus; onEnded: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { phase, isUnknown, ask, reset } = useMoneyRequest({ kind: 'forfeit', id: bonus.walletId, words, onEnded, send: () => forfeitBonus(bonus) });
  const isReviving = useReviving();
  const what = atStake(bonus);
  const consequence = bonus.status === 'pending' || what === null ? words.consequencePending : words.consequence(what);
  if (isUnknown) return <Notice kind="warning" live>{words.checking}</Notice>;
  const isBusy = phase.is === 'sending';
  const close = () => setAsking(false);
  const question = () => {
    reset();
    setAsking(true);
  };
  return (
    <details className="bonus-fold">
      <summary>{words.forfeitTitle}</summary>
      <div className="stack">
        <p>{consequence}</p>
        {phase.is === 'failed' ? <Notice kind="danger" live>{phase.text}</Notice> : null}
        <OfflineNote>{words.offline}</OfflineNote>
        <div><Button variant="secondary" busy={isReviving} onClick={question}>{words.forfeit}</Button></div>
      </div>
      {isAsking && (isBusy || phase.is === 'idle') ? (
        <Dialog open title={words.confirmTitle(bonus.name)} closeLabel={words.keep} onClose={() => (isBusy ? undefined : close())}>
          <p>{consequence}</p>
          <div className="row">
            <Button variant="danger" busy={isBusy} busyLabel={words.asking} onClick={ask}>{words.yes}</Button>
            {isBusy ? null : <Button variant="ghost" onClick={close}>{words.keep}</Button>}
          </div>
        </Dialog>
      ) : null}
      {phase.is === 'password' ? <PasswordDialog onClose={reset} onConfirmed={ask} /> : null}
    </details>
  );
}
