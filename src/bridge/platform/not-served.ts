/** The platform answered that the place is not served (451): the page that says so is shown. */
import type { CallError } from '../../core/errors';
import { createListeners } from '../page/listeners';

const NOT_SERVED = 451;
export const NOT_SERVED_PAGE = '/location-restriction';

type GoTo = (path: string) => void;

export interface NotServed {
  /** `goTo` opens a page. A refusal from before this call is shown now. Returns the function that stops it. */
  readonly follow: (goTo: GoTo) => () => void;
  /** An answer to something that the player or the page on screen wanted. */
  readonly notePlayerCall: (error: CallError) => void;
  /** An answer to a poll. It counts once only, because otherwise every poll would take the player away from what they read. */
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
