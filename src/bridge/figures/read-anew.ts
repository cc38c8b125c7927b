/** Reads session and balance anew, after the page was away. */
import { getBalance, getProfile } from '../../core/contract/player';
import type { AnswerMeta, Result } from '../../core/errors';
import { applyBalance, applyProfile } from '../../state/apply-figures';
import type { AnswerOrigin } from '../../state/apply-figures';
import { pause } from '../page/pause';
import type { Calls } from '../platform/calls';
import type { PageClock } from '../platform/clock';
import { currentIds } from '../session/ids';

/** iOS fails requests that are sent right when a page comes back, so a lost one is sent again after this pause. */
const RESUME_PAUSE_MS = 1_500;

const wasLost = (result: Result<unknown>) => !result.ok && result.error.code === 'network';

interface ReadAnewDeps {
  readonly calls: Calls;
  readonly clock: PageClock;
}

export function createReadAnew({ calls, clock }: ReadAnewDeps): () => Promise<void> {
  const originOf = ({ savedAt, ageMs = 0 }: AnswerMeta): AnswerOrigin => ({ live: savedAt === null, savedAt: savedAt ?? clock.now() - ageMs });

  /** Returns true when the network failed one of the two calls. */
  async function readOnce(): Promise<boolean> {
    const options = { noStore: true };
    const [profile, balance] = await Promise.all([
      calls.callAsPlayer(getProfile, ({ userId }) => ({ ...options, params: { userId } })),
      calls.callAsPlayer(getBalance, ({ userId }) => ({ ...options, params: { userId } })),
    ]);
    if (profile.ok) applyProfile(profile.data, originOf(profile));
    if (balance.ok) applyBalance(balance.data, balance.balanceVersion, originOf(balance));
    return wasLost(profile) || wasLost(balance);
  }

  return async () => {
    if (currentIds() === null || !(await readOnce())) return;
    await pause(RESUME_PAUSE_MS);
    await readOnce();
  };
}
