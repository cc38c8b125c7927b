import { useEffect, useState } from 'react';
import { useFigures, useIsOffline } from '../../state/use';

/** The page waits this long for a role that the device does not know. */
const ROLE_PATIENCE_MS = 8_000;

/** The role of the signed-in account, as the platform said or as the device remembers it. */
export function useRole(): 'admin' | 'player' | 'waiting' | 'unknown' {
  const role = useFigures(({ accountData }) => accountData?.role);
  const isOffline = useIsOffline();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ROLE_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return role ?? (isOffline || isLate ? 'unknown' : 'waiting');
}
