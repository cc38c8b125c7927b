import { useEffect } from 'react';
import { activateSupportChat } from '../state/session';
import { useCan } from '../state/use';
import { Button, buttonClass } from '../ui/Button';
import { LateCode } from './late-code';
import { mayReload } from './reload-guard';
import { words } from './words';

/** Recognises a module that could not be fetched by the words of Chromium, Firefox and Safari. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload|ChunkLoadError/i.test(error.message)
  );
}

/** Loads the page anew in its newest version. The code for that is usually loaded already; without it the browser reloads. */
const renew = () => import('../bridge/guest').then(({ guestBridge }) => guestBridge.update.renewPage(), () => location.reload());

/** Replaces a page that broke or could not be loaded; the frame around it stays. */
export function ErrorScreen({ error, again }: { error: unknown; again?: string | undefined }) {
  // The browser does not request a file again whose first request still hangs, so only reloading the page helps then.
  const isLate = error instanceof LateCode;
  const isCodeMissing = isLate || isChunkError(error);
  const canWrite = useCan('support');
  // The host has no chunks of this version any more, so the page loads the newest version, whose document knows the newest chunks. It does so
  // at most once in `RELOAD_PAUSE_MS`, so that no loop begins.
  // Where only a form over the page is missing (`again`), the page itself still works. It is not reloaded before the player presses the button.
  useEffect(() => {
    if (again === undefined && isCodeMissing && !isLate && navigator.onLine && mayReload(sessionStorage, Date.now())) void renew();
  }, [again, isCodeMissing, isLate]);
  function retry(): void {
    if (again !== undefined) location.assign(again);
    else if (isLate) location.reload();
    else void renew();
  }
  return (
    <div className="state" role="alert">
      <h1 tabIndex={-1}>{isCodeMissing ? words.chunkTitle : words.crashedTitle}</h1>
      <p className="quiet">{isCodeMissing ? words.chunkText : words.crashedText}</p>
      <div className="row">
        <Button onClick={retry}>{words.tryAgain}</Button>
        <a className={buttonClass('secondary')} href="/">{words.toLobby}</a>
        {canWrite && !isCodeMissing ? <Button variant="ghost" onClick={activateSupportChat}>{words.support}</Button> : null}
      </div>
    </div>
  );
}
