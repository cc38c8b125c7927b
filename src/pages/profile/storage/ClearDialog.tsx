import { useState } from 'react';
import type { ClearScope } from '../../../bridge/actions/storage-report';
import { notify } from '../../../state/notifications';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { words } from './words';

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul className="clear-lines">{lines.map((line) => <li key={line}>{line}</li>)}</ul>
    </div>
  );
}

interface Props {
  what: ClearScope;
  openMoney: number;
  onClose: () => void;
  onCleared: () => Promise<void>;
}

/** Says exactly what is deleted and what stays, before anything is deleted. */
export function ClearDialog({ what, openMoney, onClose, onCleared }: Props) {
  const [busy, setBusy] = useState(false);
  const { goes, stays } = words.confirm[what];

  async function clear(): Promise<void> {
    setBusy(true);
    const { clearStorage } = await import('../../../bridge/actions/storage-report');
    await clearStorage(what);
    await onCleared();
    notify({ kind: 'success', text: words.cleared[what] });
    onClose();
  }

  return (
    <Dialog open title={words.clear[what]} closeLabel={words.confirmNo} onClose={onClose}>
      <Lines title={words.goes} lines={goes} />
      <Lines title={words.stays} lines={stays} />
      {openMoney === 0 ? null : <Notice kind="info">{words.openNow(openMoney)}</Notice>}
      <div className="row">
        <Button variant="danger" busy={busy} busyLabel={words.confirmBusy} onClick={() => void clear()}>{words.confirmYes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.confirmNo}</Button>
      </div>
    </Dialog>
  );
}
