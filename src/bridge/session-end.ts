/**
 * Where everybody who learns that the session is over says so; `session.ts` listens. Apart, so that nobody imports in
 * a circle.
 */
import type { SessionEnd } from '../core/errors';

type EndListener = (end: SessionEnd) => void;

let listener: EndListener | null = null;

export function onSessionEnd(listen: EndListener): void {
  listener = listen;
}

/** The platform ended the session. */
export function endSession(end: SessionEnd): void {
  listener?.(end);
}
