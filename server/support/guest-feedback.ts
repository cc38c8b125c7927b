/** Stores feedback from people without an account. */
import type { PoolClient } from 'pg';
import type { AnswerOf, BodyOf } from '../../src/core/contract/endpoint';
import type { sendGuestFeedback } from '../../src/core/contract/support';
import { DAY_MS, SECOND_MS } from '../../src/core/time';
import { normaliseEmail, passGate } from '../accounts';
import type { Gate } from '../accounts';
import { transaction } from '../db/transaction';
import { networkSubject } from '../http/addresses';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { fillBucket } from '../rate-limits/rates';
import type { Rate } from '../rate-limits/rates';
import { requireDiskSpace } from '../http/require-disk-space';
import { decodePicture } from './picture';
import { addMessage } from './thread-rows';

/** Many people share an address of a mobile network, so a busy address must solve a puzzle for each piece but is not shut out. */
export const GUEST_FEEDBACK_GATE: Gate = {
  kind: 'feedback',
  perAddress: { kind: 'feedback-address', leakMs: 60 * SECOND_MS, freeCalls: 30, maxCalls: 120 },
  perNetwork: { kind: 'feedback-network', leakMs: 15 * SECOND_MS, freeCalls: 80, maxCalls: 450 },
  total: { kind: 'feedback-all', leakMs: SECOND_MS, freeCalls: 200, maxCalls: null },
};

interface Budget extends Rate {
  /** The bytes that are accepted at once; the same amount again becomes free over a day. */
  readonly bytes: number;
}

const budgetOf = (kind: string, bytes: number): Budget => ({ kind, bytes, leakMs: DAY_MS / bytes });

/**
 * The budgets bound the disk that guests' pictures take, because anybody can be many guests. We store pictures for 90 days at most,
 * so with 20 MB a day they take less than 2 GB, however many networks they come from.
 */
export const NETWORK_PICTURE_BUDGET = budgetOf('feedback-bytes-network', 2_000_000);
export const TOTAL_PICTURE_BUDGET = budgetOf('feedback-bytes-all', 20_000_000);

const PICTURE_LEFT_OUT = 'We got your message, but not the picture, because too many pictures were sent to us today.';

type Body = BodyOf<typeof sendGuestFeedback>;
type Answer = AnswerOf<typeof sendGuestFeedback>;

/**
 * Stores feedback once, however often the device sends it: the device makes the id, and the answer says only that the feedback
 * is stored, and whether its picture was left out. Throws 429 as `passGate` does, 503 while the disk is short, and `validation` for an
 * unreadable picture.
 */
export async function storeGuestFeedback(platform: Platform, body: Body, address: string): Promise<Answer> {
  const { id, category, text, email, proof } = body;
  const picture = body.picture && decodePicture(body.picture);
  const earlierAnswer = await findStored(platform, body);
  if (earlierAnswer !== null) return earlierAnswer;
  await requireDiskSpace(platform);
  await passGate(platform, GUEST_FEEDBACK_GATE, { address, topic: id, proof });
  const newAnswer = await transaction(platform.pool, async (tx) => {
    const at = platform.now();
    const threadId = newId(platform);
    const { rowCount } = await tx.query(
      `INSERT INTO support_thread (thread_id, guest_id, email, kind, category, state, waiting_since, created_at, updated_at)
       VALUES ($1, $2, $3, 'feedback', $4, 'waiting', $5, $5, $5) ON CONFLICT (guest_id) DO NOTHING`,
      [threadId, id, email === undefined ? null : normaliseEmail(email), category, at],
    );
    if (rowCount === 0) return null;
    const isPictureStored = picture !== undefined && (await takePictureBudget(tx, picture.bytes.length, address, at));
    await addMessage(tx, { threadId, from: 'player', author: null, text, at, ...(isPictureStored && { picture }) });
    return { id, at: at.toISOString(), ...(picture !== undefined && !isPictureStored && { pictureNotKept: PICTURE_LEFT_OUT }) };
  });
  // Null means that the same feedback was stored at the same moment.
  const answer = newAnswer ?? (await findStored(platform, body));
  if (answer === null) throw new Error('the stored feedback is missing');
  return answer;
}

/** Makes the answer for feedback that is stored already, which says whether its picture was left out; null where it is not stored. */
async function findStored({ pool }: Pick<Platform, 'pool'>, { id, picture }: Body): Promise<Answer | null> {
  const { rows } = await pool.query<{ created_at: Date; has_picture: boolean }>(
    `SELECT created_at, EXISTS (SELECT 1 FROM support_picture p WHERE p.thread_id = t.thread_id) AS has_picture
     FROM support_thread t WHERE guest_id = $1`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return { id, at: row.created_at.toISOString(), ...(picture !== undefined && !row.has_picture && { pictureNotKept: PICTURE_LEFT_OUT }) };
}

/** Takes a picture's bytes from both budgets. Returns false where one has too few left; a network's own budget is asked first. */
async function takePictureBudget(tx: PoolClient, weight: number, address: string, now: Date): Promise<boolean> {
  const takeFrom = async (budget: Budget, subject: string): Promise<boolean> =>
    (await fillBucket(tx, budget, subject, { now, capacity: budget.bytes, weight })).waitSeconds === null;
  return (await takeFrom(NETWORK_PICTURE_BUDGET, networkSubject(address))) && (await takeFrom(TOTAL_PICTURE_BUDGET, ''));
}
