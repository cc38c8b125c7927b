import { useCallback, useState, useSyncExternalStore } from 'react';
import { DAY_MS, clock, clockTime, dateTime } from '../../core/time';
import { Icon } from '../../ui/more-icons';
import { clockFigures, spanWords } from './time-left';
import { words } from './words';

const SECOND_MS = 1000;

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, SECOND_MS);
  return () => clearInterval(timer);
}

/**
 * True once the platform's clock has passed `at`; the component renders when that happens, and not before. Null means never. Until the
 * platform's clock is heard, the phone's clock may be hours wrong. So a phone that says from the start that the time is over is not
 * believed, because the account number must not disappear for that. A phone that says so later has seen the time pass.
 */
export function useIsOver(at: number | null): boolean {
  const [isDoubted] = useState(() => at !== null && !clock.hasPlatformTime() && clock.now() >= at);
  const isOver = useCallback(() => at !== null && clock.now() >= at && (clock.hasPlatformTime() || !isDoubted), [at, isDoubted]);
  return useSyncExternalStore(everySecond, isOver);
}

/** The time left in whole seconds. It is null while only the phone's clock is there and that is plainly wrong. */
function leftUntil(at: number, since: number): number | null {
  const msLeft = at - clock.now();
  const isPlausible = msLeft > 0 && msLeft <= at - since;
  return clock.hasPlatformTime() || isPlausible ? Math.ceil(msLeft / SECOND_MS) * SECOND_MS : null;
}

/**
 * The time left until `at`, of a period that began at `since` (epoch ms): in words, which change each minute, and in figures for sighted
 * players.
 */
export function Countdown({ at, since }: { at: number; since: number }) {
  const timeLeft = useSyncExternalStore(everySecond, useCallback(() => leftUntil(at, since), [at, since]));
  if (timeLeft === null) {
    return <p className="countdown"><Icon name="clock" size={18} /><time dateTime={new Date(at).toISOString()}>{words.payUntil(dateTime(at))}</time></p>;
  }
  return (
    <p className="countdown">
      <Icon name="clock" size={18} />
      <time dateTime={new Date(at).toISOString()}>{words.payWithin(spanWords(timeLeft), timeLeft < DAY_MS / 2 ? clockTime(at) : dateTime(at))}</time>
      <span className="figures" aria-hidden="true">{clockFigures(timeLeft)}</span>
    </p>
  );
}
