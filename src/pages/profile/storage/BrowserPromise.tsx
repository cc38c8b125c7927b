import { useState } from 'react';
import { Button } from '../../../ui/Button';
import { words } from './words';

type RequestState = 'no' | 'asking' | 'refused';

interface Props {
  isPersistent: boolean | null;
  /** Asks the browser again. */
  refresh: () => Promise<void>;
}

/** Shows if the browser promised to keep the data, with a button to ask it for that. */
export function BrowserPromise({ isPersistent, refresh }: Props) {
  const [request, setRequest] = useState<RequestState>('no');

  async function ask(): Promise<void> {
    setRequest('asking');
    const { requestPersistence } = await import('../../../bridge/actions/storage-report');
    setRequest((await requestPersistence()) ? 'no' : 'refused');
    await refresh();
  }

  if (isPersistent === null) return null;
  return (
    <div className="kept-promise">
      <p role="status">{isPersistent ? words.promised : request === 'refused' ? words.refused : words.notPromised}</p>
      {isPersistent ? null : (
        <Button variant="secondary" busy={request === 'asking'} busyLabel={words.asking} onClick={() => void ask()}>{words.ask}</Button>
      )}
    </div>
  );
}
