/** Stores feedback from people without an account. */
import type { AnswerOf, BodyOf } from '../../src/core/contract/endpoint';
import type { sendGuestFeedback } from '../../src/core/contract/support';
import { normaliseEmail, fillBucket } from '../accounts';
import { tooManyAttempts } from '../attempts';
import { transaction } from '../db/transaction';
import { addressSubject } from '../http/addresses';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { decodePicture } from './picture';
import { addMessage } from './thread-rows';

/** Many people share an address of a mobile network, so a refused one waits for a minute only, whatever others have sent. */
export const ADDRESS_FEEDBACK_LIMIT = { kind: 'feedback-address', leakMs: 60_000, atOnce: 30 } as const;

type Body = BodyOf<typeof sendGuestFeedback>;

/**
 * Stores feedback once, however often the device sends it: the device makes the id, and the answer says only that the feedback
 * is stored. Attempts are counted for each network `address`. Throws 429, and `validation` for an unreadable picture.
 */
export function storeGuestFeedback(
  platform: Pick<Platform, 'pool' | 'now' | 'randomBytes'>,
  { id, category, text, email, picture: encodedPicture }: Body,
  address: string,
): Promise<AnswerOf<typeof sendGuestFeedback>> {
  const picture = encodedPicture && decodePicture(encodedPicture);
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
    const capacity = ADDRESS_FEEDBACK_LIMIT.atOnce;
    const { waitSeconds } = await fillBucket(tx, ADDRESS_FEEDBACK_LIMIT, addressSubject(address), { now: at, capacity });
    if (waitSeconds !== null) throw tooManyAttempts(waitSeconds, 'Too much was sent from this network. Your device tries again a little later.');
    await addMessage(tx, { threadId, from: 'player', author: null, text, at, ...(picture && { picture }) });
    return { id, at: at.toISOString() };
  });
}
