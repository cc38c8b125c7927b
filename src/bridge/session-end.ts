/**
 * Where everybody who learns that the session is over says so; `session.ts` listens. Apart, so that nobody imports in
 * a circle.
 */
type EndListener = (reason: string) => void;

let listener: EndListener | null = null;

export function onSessionEnd(listen: EndListener): void {
  listener = listen;
}

/** The platform ended the session; `reason` as in the contract, or `unknown`. */
export function endSession(reason: string): void {
  listener?.(reason);
}
