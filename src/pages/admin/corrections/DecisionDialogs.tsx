import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { CorrectionTexts } from './CorrectionCard';
import { effectOf, whatOf } from './texts';
import type { CorrectionDecision } from './use-correction-decision';
import { words } from './words';

interface Props {
  decision: CorrectionDecision;
  isOffline: boolean;
  /** The row has left the list of those that wait. */
  isGone: boolean;
}

/** Asks again before a decision is sent, and states exactly what the button does. */
export function DecisionDialogs({ decision, isOffline, isGone }: Props) {
  const { act, busy } = decision;
  if (decision.asksPassword) {
    return <PasswordDialog why={words.why} onClose={decision.onPasswordCanceled} onConfirmed={decision.onPasswordConfirmed} />;
  }
  if (act === null) return null;
  const isConfirming = act.kind === 'confirm';
  return (
    <Dialog open title={isConfirming ? words.confirmTitle : words.withdrawTitle} closeLabel={words.close} onClose={decision.end}>
      <p className="approval-amount figures">{whatOf(act.item)}</p>
      {isConfirming ? <CorrectionTexts item={act.item} /> : null}
      <p>{isConfirming ? effectOf(act.item) : words.withdrawText}</p>
      {isConfirming && act.item.amount !== 0 ? <p className="quiet small">{words.final}</p> : null}
      {isGone ? <Notice kind="warning" live>{words.gone}</Notice> : null}
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button variant={isConfirming ? 'primary' : 'danger'} busy={busy} busyLabel={words.busy} disabled={isGone || isOffline} onClick={decision.decide}>
          {isConfirming ? words.confirmYes(whatOf(act.item)) : words.withdrawYes}
        </Button>
        <Button variant="ghost" onClick={decision.end}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}
