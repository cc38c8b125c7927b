/** Feedback of whoever has no account. */
import type { AnswerOf, BodyOf } from '../../src/core/contract/endpoint';
import type { sendGuestFeedback } from '../../src/core/contract/support';
import { normaliseEmail, fill } from '../accounts';
import { tooManyAttempts } from '../attempts';
import { transaction } from '../db/transaction';
import { addressSubject } from '../http/addresses';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { readPicture } from './picture';
import { addMessage } from './rows';

/** Many players share an address of a mobile network: whoever is refused waits for a minute, not for the hour of somebody else. */
export const FEEDBACK_OF_ADDRESS = { kind: 'feedback-address', leakMs: 60_000, atOnce: 30 } as const;

type Body = BodyOf<typeof sendGuestFeedback>;

/**
 * Takes feedback once, however often a device sends it: the id is the device's own, and nothing is told but that it is
 * here. `address`: of the network, whose tries are counted. Throws 429, and `validation` for a picture that is none.
 */
export function takeGuestFeedback(
  platform: Pick<Platform, 'pool' | 'now' | 'randomBytes'>,
  { id, category, text, email, picture: sent }: Body,
  address: string,
): Promise<AnswerOf<typeof sendGuestFeedback>> {
  const picture = sent && readPicture(sent);
  return transaction(platform.pool, async (tx) => {
    const at = platform.now();
    const threadId = newId(platform);
    const { rowCount } = await tx.query(
      `INSERT INTO support_thread (thread_id, guest_id, email, kind, category, state, waiting_since, created_at, updated_at)
       VALUES ($1, $2, $3, 'feedback', $4, 'waiting', $5, $5, $5) ON CONFLICT (guest_id) DO NOTHING`,
      [threadId, id, email === undefined ? null : normaliseEmail(email), category, at],
    );
    if (rowCount === 0) {
      const { rows } = await tx.query<{ created_at: Date }>('SELECT created_at FROM support_thread WHERE guest_id = $1', [id]);
      return { id, at: (rows[0]?.created_at ?? at).toISOString() };
    }
    const { waitSeconds } = await fill(tx, FEEDBACK_OF_ADDRESS, addressSubject(address), { now: at, capacity: FEEDBACK_OF_ADDRESS.atOnce });
    if (waitSeconds !== null) throw tooManyAttempts(waitSeconds, 'A lot was sent from here. It is sent again a little later.');
    await addMessage(tx, { threadId, from: 'player', author: null, text, at, ...(picture && { picture }) });
    return { id, at: at.toISOString() };
  });
}
