/** Shows the page about the restriction when the platform answers that it does not serve the place (451). */
import type { CallError } from '../../core/errors';
import { createListeners } from '../page/listeners';

const NOT_SERVED = 451;
export const NOT_SERVED_PAGE = '/location-restriction';

type GoTo = (path: string) => void;

export interface NotServed {
  /** `goTo` opens a page. A refusal that came before this call is shown now. Returns the function that stops it. */
  readonly follow: (goTo: GoTo) => () => void;
  /** Handles the failure of a call that the player or the page on screen wanted. */
  readonly notePlayerCall: (error: CallError) => void;
  /**
   * Handles the failure of a poll. Only the first one counts, because otherwise every poll would take the player away from what
   * they read.
   */
  readonly notePoll: (error: CallError) => void;
}

export function createNotServed(): NotServed {
  const listeners = createListeners<string>();
  let isDue = false;
  let wasPolled = false;

  const show = () => void (isDue = !listeners.notifyAll(NOT_SERVED_PAGE));

  return {
    follow(goTo) {
      const end = listeners.add(goTo);
      if (isDue) show();
      return end;
    },
    notePlayerCall({ status }) {
      if (status === NOT_SERVED) show();
    },
    notePoll({ status }) {
      if (wasPolled || status !== NOT_SERVED) return;
      wasPolled = true;
      show();
    },
  };
}
