import { useEffect, useState } from 'react';
import { clock } from '../../core/time';
import { protectionStore } from '../../state/protection';

const TICK_MS = 20_000;

/** The platform's time (epoch ms). The component renders with a new one from time to time. */
export function useNow(): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const refresh = () => setNow(clock.now());
    const timer = setInterval(refresh, TICK_MS);
    // An answer of the platform may have corrected the clock.
    const unsubscribe = protectionStore.subscribe(refresh);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, []);
  return now;
}
