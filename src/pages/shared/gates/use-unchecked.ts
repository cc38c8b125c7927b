import { useEffect, useState } from 'react';
import { useConnection, useFigures } from '../../../state/use';

/** As long as an answer about the player may take; a test holds it against the deadline of those calls. */
const CHECK_LIMIT_MS = 4_000;

/**
 * True until the first session check of a player of whom the device keeps nothing. What a page would draw without it is drawn otherwise a
 * moment later. A platform that can't be reached, that answers without the account or whose calls fail is not waited for any longer than a
 * call may take.
 */
export function useIsUnchecked(): boolean {
  const isReached = useConnection(({ reach }) => reach === 'unknown' || reach === 'online');
  const isUnknown = useFigures(({ profile, account, balance }) => balance.source === 'unknown' && [profile, account].some(({ source }) => source === 'unknown'));
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), CHECK_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isReached && isUnknown && !isLate;
}
