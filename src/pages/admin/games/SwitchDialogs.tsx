import { useState } from 'react';
import { switchGames } from '../../../bridge/actions/admin';
import type { AdminGame } from '../../../core/contract/admin';
import { errorWords } from '../../../core/error-words';
import { notify } from '../../../state/notifications';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { Uses } from './Uses';
import { words } from './words';

/** Asks before a game is switched off for everybody. Switching on needs no question. */
export function AskDisable({ name, uses, onYes, onClose }: { name: string; uses: AdminGame['uses']; onYes: () => void; onClose: () => void }) {
  return (
    <Dialog open title={words.disableTitle(name)} closeLabel={words.close} onClose={onClose}>
      <p>{words.disableText}</p>
      <p>{words.openRounds}</p>
      <Uses uses={uses} />
      <p>{words.undoable}</p>
      <div className="row">
        <Button variant="danger" onClick={onYes}>{words.disableYes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}

/** Switches all games in one call, now or not at all. `count`: how many games the switch changes. */
export function AskAll({ enabled, count, onDone, onClose }: { enabled: boolean; count: number; onDone: () => void; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [asksPassword, setAsksPassword] = useState(false);
  async function run(): Promise<void> {
    setMessage(null);
    setBusy(true);
    const result = await switchGames(enabled);
    setBusy(false);
    if (!result.ok && result.error.problem?.code === 'password-needed') {
      setAsksPassword(true);
      return;
    }
    if (!result.ok) {
      setMessage(result.error.problem === undefined ? words.allOffline : errorWords(result.error));
      return;
    }
    notify({ kind: 'success', text: words.allDone(result.data.changed, enabled) });
    onDone();
    onClose();
  }
  return (
    <Dialog open title={enabled ? words.allOnTitle(count) : words.allOffTitle(count)} closeLabel={words.close} onClose={onClose}>
      <p>{enabled ? words.allOnText : words.allOffText}</p>
      {enabled ? null : <p>{words.openRounds}</p>}
      {message === null ? null : <Notice kind="warning" live>{message}</Notice>}
      <div className="row">
        <Button variant={enabled ? 'primary' : 'danger'} busy={busy} busyLabel={words.saving} onClick={() => void run()}>
          {enabled ? words.allOn : words.allOff}
        </Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
      {asksPassword ? (
        <PasswordDialog
          why={words.passwordWhy}
          onClose={() => setAsksPassword(false)}
          onConfirmed={() => {
            setAsksPassword(false);
            void run();
          }}
        />
      ) : null}
    </Dialog>
  );
}
