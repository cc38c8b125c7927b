import type { AdminWithdrawal } from '../../../core/contract/approvals';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { consequenceOf, moneyOf, placeOf } from './withdrawal-texts';
import type { Decision } from './use-decision';
import { words } from './words';

interface Props {
  item: AdminWithdrawal;
  isGone: boolean;
  isOffline: boolean;
  decision: Decision;
}

/** Asks again before an approval is sent, and states exactly what the button does. */
export function ApproveDialog({ item, isGone, isOffline, decision: { busy, decide, end } }: Props) {
  return (
    <Dialog open title={words.approveTitle} closeLabel={words.close} onClose={end}>
      <div>
        <p className="approval-amount figures">{moneyOf(item)}</p>
        <p>{words.to(placeOf(item))}</p>
      </div>
      <p>{consequenceOf(item)}</p>
      <p className="quiet small">{words.names(item.accountName, item.player.name)}</p>
      {isGone ? <Notice kind="warning" live>{words.gone}</Notice> : null}
      <OfflineNote>{words.offline}</OfflineNote>
      <div className="row">
        <Button busy={busy} busyLabel={words.busy} disabled={isGone || isOffline} onClick={() => decide()}>{words.approveYes(moneyOf(item))}</Button>
        <Button variant="ghost" onClick={end}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}
