import { useEffect } from 'react';
import { activateSupportChat } from '../state/session';
import { useCan } from '../state/use';
import { Button, buttonClass } from '../ui/Button';
import { LateCode } from './late-code';
import { mayReload } from './reload-guard';
import { words } from './words';

/** A module that could not be fetched, in the words of Chromium, Firefox and Safari. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload|ChunkLoadError/i.test(error.message)
  );
}

/** Loads the page anew, as the newest version; what does that is here already, as a rule. */
const renew = () => import('../bridge/index').then(({ bridge }) => bridge.update.renewPage(), () => location.reload());

/** Replaces a page that broke or could not be loaded; the frame around it stays. */
export function ErrorScreen({ error }: { error: unknown }) {
  // A file that hangs in the network is not requested again before the page is reloaded.
  const isLate = error instanceof LateCode;
  const missing = isLate || isChunkError(error);
  const canWrite = useCan('support');
  // A chunk of a version that is gone from the host: the newer document knows the newer chunks. Once, not in a loop.
  useEffect(() => {
    if (missing && !isLate && navigator.onLine && mayReload(sessionStorage, Date.now())) void renew();
  }, [missing, isLate]);
  return (
    <div className="state" role="alert">
      <h1 tabIndex={-1}>{missing ? words.chunkTitle : words.crashedTitle}</h1>
      <p className="quiet">{missing ? words.chunkText : words.crashedText}</p>
      <div className="row">
        <Button onClick={() => void (isLate ? location.reload() : renew())}>{words.tryAgain}</Button>
        <a className={buttonClass('secondary')} href="/">{words.toLobby}</a>
        {canWrite && !missing ? <Button variant="ghost" onClick={activateSupportChat}>{words.support}</Button> : null}
      </div>
    </div>
  );
}
