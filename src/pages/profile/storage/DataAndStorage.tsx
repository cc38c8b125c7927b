import { useRef, useState } from 'react';
import type { ClearScope, StorageReport } from '../../../bridge/actions/storage-report';
import { useApp } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice, Skeleton } from '../../../ui/States';
import { BrowserPromise } from './BrowserPromise';
import { ClearDialog } from './ClearDialog';
import { DataUsed } from './DataUsed';
import { StoredParts } from './StoredParts';
import { OfflineUse } from './OfflineUse';
import { useStorageReport } from './use-storage-report';
import { words } from './words';
import './storage.css';

const CLEARINGS: readonly ClearScope[] = ['art', 'figures', 'all'];

function Clear({ report, refresh }: { report: StorageReport; refresh: () => Promise<void> }) {
  const [what, setWhat] = useState<ClearScope | null>(null);
  return (
    <div className="stack">
      <h3>{words.clearTitle}</h3>
      <div className="row">
        {CLEARINGS.map((each) => (
          <Button key={each} variant={each === 'all' ? 'danger' : 'secondary'} onClick={() => setWhat(each)}>{words.clear[each]}</Button>
        ))}
      </div>
      {what === null ? null : <ClearDialog what={what} openMoney={report.openMoney} onClose={() => setWhat(null)} onCleared={refresh} />}
    </div>
  );
}

/** Shows what this browser keeps for the player, its size and age, and every way to reduce it. */
export function DataAndStorage() {
  const section = useRef<HTMLElement>(null);
  const { reportState, refresh } = useStorageReport(section);
  const isMemory = useApp((app) => app.storage === 'memory');
  return (
    <section ref={section} className="stack" aria-labelledby="my-storage">
      <h2 id="my-storage">{words.title}</h2>
      <p className="quiet small">{words.lead}</p>
      {isMemory ? <Notice kind="warning" title={words.memoryTitle}><p>{words.memory}</p></Notice> : null}
      {reportState.state === 'counting' && !isMemory ? <div role="status"><span className="unseen">{words.counting}</span><Skeleton lines={8} /></div> : null}
      {reportState.state === 'failed' ? <Notice kind="warning">{words.failed}</Notice> : null}
      {reportState.state === 'ready' ? (
        <>
          <StoredParts report={reportState.report} />
          <BrowserPromise isPersistent={reportState.report.isPersistent} refresh={refresh} />
        </>
      ) : null}
      {isMemory ? null : (
        <OfflineUse isStored={reportState.state === 'ready' ? reportState.report.parts.app.count > 0 : null} onChosen={refresh} />
      )}
      {reportState.state === 'ready' ? (
        <>
          <DataUsed used={reportState.used} />
          <Clear report={reportState.report} refresh={refresh} />
        </>
      ) : null}
    </section>
  );
}
