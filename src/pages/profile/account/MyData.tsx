import { useState } from 'react';
import { requestArchive } from '../../../bridge/actions/account';
import { useCan } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { words } from './words';

/** The browser downloads the file by itself and shows its own progress. */
function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

type State = 'idle' | 'asking' | 'password' | 'started' | { readonly failed: string };

/** Offers everything that the platform keeps of the player as one file. */
export function MyData() {
  const isAble = useCan('archive');
  const [state, setState] = useState<State>('idle');
  if (!isAble) return null;

  async function ask(): Promise<void> {
    setState('asking');
    const result = await requestArchive();
    if (result.ok) {
      download(result.data);
      setState('started');
    } else if (result.error.problem?.code === 'password-needed') setState('password');
    else setState({ failed: formFailure(result.error, [], words, isDeviceOffline()).message ?? words.unknown });
  }

  return (
    <section className="stack" aria-labelledby="my-data">
      <h2 id="my-data">{words.title}</h2>
      <p>{words.about}</p>
      <p className="quiet small">{words.size}</p>
      <OfflineNote>{words.offline}</OfflineNote>
      <div>
        <Button variant="secondary" busy={state === 'asking'} busyLabel={words.busy} onClick={() => void ask()}>{words.download}</Button>
      </div>
      {state === 'started' ? <Notice kind="success" live>{words.started}</Notice> : null}
      {typeof state === 'object' ? <Notice kind="danger" live>{state.failed}</Notice> : null}
      {state === 'password' ? (
        <PasswordDialog why={words.passwordWhy} onClose={() => setState('idle')} onConfirmed={() => void ask()} />
      ) : null}
    </section>
  );
}
