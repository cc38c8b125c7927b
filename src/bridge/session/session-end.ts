/**
 * Where everybody who learns that the session is over says so; `session.ts` listens. Apart, so that nobody imports in
 * a circle.
 */
import type { SessionEnd } from '../../core/errors';

/** True: it goes on after all, under another id. */
type EndListener = (end: SessionEnd) => Promise<boolean>;

let listener: EndListener | null = null;

export function onSessionEnd(listen: EndListener): void {
  listener = listen;
}

/** The platform ended the session. True when it goes on under another id, which the stores hold by then. */
export async function endSession(end: SessionEnd): Promise<boolean> {
  return (await listener?.(end)) ?? false;
}
