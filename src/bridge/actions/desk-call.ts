/** Makes the calls of the desk, for some of which the second factor has to be given again. */
import type { AnswerOf, Callable } from '../../api/callable';
import type { CallOptions } from '../../api/http';
import type { Result } from '../../core/errors';
import type { SessionIds } from '../../state/local-entries';
import { bridge, callAsPlayer } from '../index';

/** Asks for the second factor on the screen; resolves with whether it was given. */
type Ask = () => Promise<boolean>;

let askOnScreen: Ask | null = null;

/** The desk says how it asks. The returned function takes that back. */
export function askForFactorBy(ask: Ask): () => void {
  askOnScreen = ask;
  return () => {
    if (askOnScreen === ask) askOnScreen = null;
  };
}

/** Makes a call. If the platform wants the second factor first, it is asked for and the call is made once more; else its refusal stays. */
export async function callAtDesk<E extends Callable>(endpoint: E, optionsOf: (ids: SessionIds) => CallOptions<E>): Promise<Result<AnswerOf<E>>> {
  const result = await callAsPlayer(endpoint, optionsOf);
  const code = result.ok ? undefined : result.error.problem?.code;
  // The account says what is due, and the page shows the form for it.
  if (code === 'second-factor-due' || code === 'second-factor-needed') void bridge.sync.recheckSession();
  if (code !== 'second-factor-again' || askOnScreen === null || !(await askOnScreen())) return result;
  return callAsPlayer(endpoint, optionsOf);
}
