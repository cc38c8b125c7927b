import { dismissSessionEnded, setUpdate } from '../../state/app';
import { openSignIn } from '../../state/session';
import { useApp, useCan, useConnection } from '../../state/use';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { words } from '../words';

function SessionEnded() {
  const reason = useApp((app) => app.sessionEnded);
  const canSignIn = useCan('sign-in');
  if (reason === null) return null;
  const known: Readonly<Record<string, string>> = words.signedOutBecause;
  return (
    <div className="banner" role="alert">
      <p><strong>{words.signedOutTitle}.</strong> {known[reason] ?? words.signedOutUnknown}</p>
      <div className="row">
        {canSignIn ? (
          <Button
            onClick={() => {
              dismissSessionEnded();
              openSignIn();
            }}
          >
            {words.signIn}
          </Button>
        ) : null}
        <Button variant="ghost" onClick={dismissSessionEnded}>{words.dismiss}</Button>
      </div>
    </div>
  );
}

/** Its chunk is there already, since the app runs; it is not part of the entry. */
async function applyNow(): Promise<void> {
  const { applyUpdate } = await import('../../bridge/service-worker');
  await applyUpdate();
}

function UpdateOffer() {
  const update = useApp((app) => app.update);
  if (update !== 'offered' && update !== 'applying') return null;
  return (
    <div className="banner" role="status">
      <p>{words.updateReady}</p>
      <div className="row">
        <Button busy={update === 'applying'} onClick={() => void applyNow()}>{words.updateNow}</Button>
        <Button variant="ghost" onClick={() => setUpdate('none')}>{words.updateLater}</Button>
      </div>
    </div>
  );
}

/** Quiet, in the corner of the eye: offline is a state, not an alarm. */
export function ConnectionPill() {
  const reach = useConnection((connection) => connection.reach);
  const storage = useApp((app) => app.storage);
  const text = reach === 'portal' ? words.portal : reach === 'offline' ? words.offlineLong : storage === 'memory' ? words.keepsNothing : '';
  return (
    <div role="status" className="connection">
      {text === '' ? null : (
        <p className="connection-pill">
          <Icon name={reach === 'offline' ? 'offline' : 'info'} size={18} />
          <span>{text}</span>
        </p>
      )}
    </div>
  );
}

export function Banners() {
  return (
    <>
      <SessionEnded />
      <UpdateOffer />
      <ConnectionPill />
    </>
  );
}
