import { useState } from 'react';
import { assignCase, closeCase } from '../../../bridge/actions/risk';
import type { RiskCase } from '../../../core/contract/risk';
import type { Result } from '../../../core/errors';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { DecideForm } from './DecideForm';
import { ReleaseForm } from './ReleaseForm';
import { words } from './words';

interface Props {
  item: RiskCase;
  onChange: (item: RiskCase) => void;
  onReload: () => void;
}

type Act = 'me' | 'nobody' | 'close';

const send = (act: Act, caseId: string): Promise<Result<RiskCase>> => (act === 'close' ? closeCase(caseId) : assignCase(caseId, act));

/** Shows the buttons for what may be done with the case now. */
export function CaseActs({ item, onChange, onReload }: Props) {
  const { caseId, state, isMine, assignedTo, hold } = item;
  const isOffline = useIsOffline();
  const [busy, setBusy] = useState<Act | null>(null);
  const [again, setAgain] = useState<Act | null>(null);
  const [dialog, setDialog] = useState<'decide' | 'release' | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const isWaiting = state === 'open' || state === 'assigned';

  async function run(act: Act): Promise<void> {
    setMessage(null);
    setBusy(act);
    const result = await send(act, caseId);
    setBusy(null);
    if (result.ok) onChange(result.data);
    else if (result.error.problem?.code === 'password-needed') setAgain(act);
    else {
      setMessage(formFailure(result.error, [], words, isDeviceOffline()).message);
      onReload();
    }
  }

  const button = (act: Act, label: string, variant: 'primary' | 'secondary') => (
    <Button variant={variant} disabled={isOffline} busy={busy === act} busyLabel={words.busy} onClick={() => void run(act)}>{label}</Button>
  );
  return (
    <div className="stack">
      {message === null ? null : <Notice kind="warning" live><p>{message}</p></Notice>}
      <OfflineNote>{words.offline}</OfflineNote>
      {isWaiting && !isMine ? <p className="quiet">{words.takeFirst}</p> : null}
      <div className="row player-acts">
        {isWaiting && isMine ? <Button disabled={isOffline} onClick={() => setDialog('decide')}>{words.decide}</Button> : null}
        {isWaiting && !isMine ? button('me', assignedTo === null ? words.take : words.takeOver(assignedTo), 'primary') : null}
        {isWaiting && isMine ? button('nobody', words.giveBack, 'secondary') : null}
        {state === 'decided' ? button('close', words.close, 'primary') : null}
        {hold === null ? null : <Button variant="secondary" disabled={isOffline} onClick={() => setDialog('release')}>{words.release}</Button>}
      </div>
      {again === null ? null : (
        <PasswordDialog
          onClose={() => setAgain(null)}
          onConfirmed={() => {
            setAgain(null);
            void run(again);
          }}
        />
      )}
      {dialog === null ? null : (
        <Dialog open title={dialog === 'decide' ? words.decide : words.release} closeLabel={words.closeDialog} onClose={() => setDialog(null)}>
          {dialog === 'decide'
            ? <DecideForm item={item} onDone={(next) => { setDialog(null); onChange(next); }} onStale={onReload} onClose={() => setDialog(null)} />
            : <ReleaseForm caseId={caseId} onDone={(next) => { setDialog(null); onChange(next); }} onClose={() => setDialog(null)} />}
        </Dialog>
      )}
    </div>
  );
}
