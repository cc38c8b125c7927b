import { useState } from 'react';
import { exportAuditLines } from '../../../bridge/actions/admin';
import type { AuditFilter } from '../../../core/contract/admin';
import { clock, lagosDay } from '../../../core/time';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { saveFile } from '../../shared/history/save-file';
import { words as auditWords } from './words';

const words = auditWords.save;

/** Saves the lines that fit as a file for spreadsheets. */
export function SaveFile({ filter }: { filter: AuditFilter }) {
  const isOffline = useIsOffline();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');

  async function save(): Promise<void> {
    setBusy(true);
    setOutcome('');
    const result = await exportAuditLines(filter);
    setBusy(false);
    if (!result.ok) {
      if (result.error.code !== 'canceled') setOutcome(result.error.problem?.detail ?? words.failed);
      return;
    }
    const { csv, lines, hasMore } = result.data;
    saveFile(csv, 'text/csv;charset=utf-8', words.name(lagosDay(clock.now())));
    setOutcome(hasMore ? words.cut(lines) : words.saved(lines));
  }

  return (
    <span className="row">
      <Button variant="secondary" disabled={isOffline} busy={busy} busyLabel={words.making} onClick={() => void save()}>{words.press}</Button>
      <span role="status" className="quiet small audit-saved">{isOffline ? words.offline : outcome}</span>
    </span>
  );
}
