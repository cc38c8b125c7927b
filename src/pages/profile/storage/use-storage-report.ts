import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { DataUsed } from '../../../bridge/platform/data-used';
import type { StorageReport } from '../../../bridge/actions/storage-report';
import { useApp } from '../../../state/use';

export type ReportState =
  | { readonly state: 'counting' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly report: StorageReport; readonly used: DataUsed };

interface StorageReportHook {
  readonly reportState: ReportState;
  readonly refresh: () => Promise<void>;
}

async function readReport(): Promise<ReportState> {
  try {
    const [{ reportStorage }, { measureDataUsed }] = await Promise.all([
      import('../../../bridge/actions/storage-report'), import('../../../bridge/platform/data-used'),
    ]);
    const [report, used] = await Promise.all([reportStorage(), measureDataUsed()]);
    return { state: 'ready', report, used };
  } catch {
    // The code of the report could not be loaded.
    return { state: 'failed' };
  }
}

/**
 * Counts the stored data when the section comes into view, when the app has been downloaded, and on request. The last result stays
 * meanwhile. A player who never scrolls there pays nothing for it.
 */
export function useStorageReport(section: RefObject<HTMLElement | null>): StorageReportHook {
  const [reportState, setReportState] = useState<ReportState>({ state: 'counting' });
  const [isSeen, setSeen] = useState(false);
  const update = useApp((app) => app.update);
  const isMounted = useRef(true);

  const refresh = useCallback(async () => {
    const next = await readReport();
    if (isMounted.current) setReportState(next);
  }, []);

  useEffect(() => {
    isMounted.current = true;
    const { current } = section;
    const observer = new IntersectionObserver((entries) => setSeen(entries.some(({ isIntersecting }) => isIntersecting)));
    if (current) observer.observe(current);
    return () => {
      isMounted.current = false;
      observer.disconnect();
    };
  }, [section]);

  useEffect(() => {
    if (isSeen) void refresh();
  }, [isSeen, update, refresh]);

  return { reportState, refresh };
}
