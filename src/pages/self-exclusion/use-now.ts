import { useEffect, useState } from 'react';
import { clock } from '../../core/time';

const TICK_MS = 20_000;

/** The platform's time (epoch ms), looked at again every now and then. */
export function useNow(): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
