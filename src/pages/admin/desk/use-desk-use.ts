import { useEffect } from 'react';
import { noteUse } from '../../../bridge/actions/admins';
import { MINUTE_MS } from '../../../core/time';

/** So often the platform is told at most; the session of an admin who does nothing ends after half an hour. */
const TOLD_EVERY_MS = MINUTE_MS;

/** Tells the platform that the admin uses the desk: whoever reads a case or types an answer for half an hour must not be signed out. */
export function useDeskUse(): void {
  useEffect(() => {
    let toldAt = performance.now();
    const tell = (): void => {
      if (performance.now() - toldAt < TOLD_EVERY_MS) return;
      toldAt = performance.now();
      void noteUse();
    };
    document.addEventListener('pointerdown', tell);
    document.addEventListener('keydown', tell);
    return () => {
      document.removeEventListener('pointerdown', tell);
      document.removeEventListener('keydown', tell);
    };
  }, []);
}
