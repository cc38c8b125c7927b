import { useCallback, useSyncExternalStore } from 'react';
import { DAY_MS, clock, clockTime, dateTime } from '../../core/time';
import { Icon } from '../../ui/more-icons';
import { clockFigures, spanWords } from './countdown';
import { words } from './words';

const SECOND_MS = 1000;

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND_MS);
  return () => clearInterval(timer);
}

/** Whether that moment has passed by the platform's clock; renders when it does, and not before. Null: never. */
export function useIsOver(at: number | null): boolean {
  return useSyncExternalStore(everySecond, useCallback(() => at !== null && clock.now() >= at, [at]));
}

/** What is left until `at` (epoch ms): in words, which change each minute, and in figures for the eye. */
export function Countdown({ at }: { at: number }) {
  const left = useSyncExternalStore(everySecond, useCallback(() => Math.ceil((at - clock.now()) / SECOND_MS) * SECOND_MS, [at]));
  return (
    <p className="countdown">
      <Icon name="clock" size={18} />
      <time dateTime={new Date(at).toISOString()}>{words.payWithin(spanWords(left), left < DAY_MS / 2 ? clockTime(at) : dateTime(at))}</time>
      <span className="figures" aria-hidden="true">{clockFigures(left)}</span>
    </p>
  );
}
