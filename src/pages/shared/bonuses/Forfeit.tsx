import type { Bonus } from '../../../core/contract/bonuses';
import { useReviving } from '../../../state/use-reviving';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { OfflineNote } from '../OfflineNote';
import { PasswordDialog } from '../PasswordDialog';
import { atStake } from './facts';
import { useForfeit } from './use-forfeit';
import { words } from './words';

/** What giving it up costs, then the button, then the question. */
export function Forfeit({ bonus, onEnded }: { bonus: Bonus; onEnded: () => void }) {
  const { phase, isUnknown, forfeit, ask, reset } = useForfeit(bonus, onEnded);
  const isReviving = useReviving();
  const what = atStake(bonus);
  const consequence = bonus.status === 'pending' || what === null ? words.consequencePending : words.consequence(what);
  if (isUnknown) return <Notice kind="warning" live>{words.checking}</Notice>;
  const isBusy = phase.is === 'sending';
  return (
    <details className="bonus-fold">
      <summary>{words.forfeitTitle}</summary>
      <div className="stack">
        <p>{consequence}</p>
        {phase.is === 'failed' ? <Notice kind="danger" live>{phase.text}</Notice> : null}
        <OfflineNote>{words.offline}</OfflineNote>
        <div><Button variant="secondary" busy={isReviving} onClick={ask}>{words.forfeit}</Button></div>
      </div>
      {phase.is === 'asking' || isBusy ? (
        <Dialog open title={words.confirmTitle(bonus.name)} closeLabel={words.keep} onClose={() => (isBusy ? undefined : reset())}>
          <p>{consequence}</p>
          <div className="row">
            <Button variant="danger" busy={isBusy} busyLabel={words.asking} onClick={forfeit}>{words.yes}</Button>
            {isBusy ? null : <Button variant="ghost" onClick={reset}>{words.keep}</Button>}
          </div>
        </Dialog>
      ) : null}
      {phase.is === 'password' ? <PasswordDialog onClose={reset} onConfirmed={forfeit} /> : null}
    </details>
  );
}
