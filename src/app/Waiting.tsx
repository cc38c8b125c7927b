import { useEffect, useState } from 'react';
import { Skeleton } from '../ui/States';
import { ErrorScreen } from './ErrorScreen';
import { CODE_DEADLINE_MS, LateCode } from './late-code';

/** In the place of a form whose code is on its way: says so once that takes too long, and gives way when it comes after all. */
export function Waiting() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CODE_DEADLINE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <ErrorScreen error={new LateCode()} /> : <Skeleton lines={4} />;
}
