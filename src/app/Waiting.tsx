import { useEffect, useState } from 'react';
import { Skeleton } from '../ui/States';
import { ErrorScreen } from './ErrorScreen';
import { CODE_DEADLINE_MS, LateCode } from './late-code';

/** Stands in for a form whose code is loading: says so once that takes too long, and gives way when the form comes. */
export function Waiting() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), CODE_DEADLINE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <ErrorScreen error={new LateCode()} /> : <Skeleton lines={4} />;
}
