/**
 * The platform answered that the place is not served (451): the page that says so is shown. Who knows the way there is the
 * router, which is told here.
 */
import type { CallError } from '../../core/errors';

const NOT_SERVED = 451;
export const NOT_SERVED_PAGE = '/location-restriction';

let goTo: ((path: string) => void) | null = null;
let isDue = false;
let wasPolled = false;

function show(): void {
  isDue = goTo === null;
  goTo?.(NOT_SERVED_PAGE);
}

/** The router's way to a page; what was heard before is shown now. */
export function onElsewhere(go: (path: string) => void): void {
  goTo = go;
  if (isDue) show();
}

/** An answer to something that the player or the page on screen wanted. */
export function hearPlace({ status }: CallError): void {
  if (status === NOT_SERVED) show();
}

/** An answer to a poll: once, or every quarter of a minute would take the player away from what they read. */
export function hearPlaceOfPoll(error: CallError): void {
  if (wasPolled || error.status !== NOT_SERVED) return;
  wasPolled = true;
  show();
}
