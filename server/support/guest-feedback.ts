/** Stores feedback from people without an account. */
import type { PoolClient } from 'pg';
import type { AnswerOf, BodyOf } from '../../src/core/contract/endpoint';
import type { sendGuestFeedback } from '../../src/core/contract/support';
import { passGate, normaliseEmail } from '../accounts';
import type { Gate } from '../accounts';
import { transaction } from '../db/transaction';
import { networkSubject } from '../http/addresses';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { fillBucket } from '../rates';
import type { Rate } from '../rates';
import { requireRoom } from '../require-room';
import { decodePicture } from './picture';
import { addMessage } from './thread-rows';

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

/** Many people share an address of a mobile network: from a level on each piece costs its device a puzzle, and is still taken. */
export const GUEST_FEEDBACK_GATE: Gate = {
  kind: 'feedback',
  perAddress: { kind: 'feedback-address', leakMs: 60 * SECOND_MS, freeCalls: 30, maxCalls: 120 },
  perNetwork: { kind: 'feedback-network', leakMs: 15 * SECOND_MS, freeCalls: 80, maxCalls: 450 },
  total: { kind: 'feedback-all', leakMs: SECOND_MS, freeCalls: 200, maxCalls: null },
};

interface Budget extends Rate {
  /** So much is taken at once, and as much again in a day. */
  readonly bytes: number;
}

const budgetOf = (kind: string, bytes: number): Budget => ({ kind, bytes, leakMs: DAY_MS / bytes });

/**
 * Guests' pictures take the disk, and a guest costs nothing. With 20 MB a day and 90 days at most they take less than 2 GB, however
 * many networks they come from.
 */
export const PICTURES_OF_NETWORK = budgetOf('feedback-bytes-network', 2_000_000);
export const PICTURES_OF_ALL = budgetOf('feedback-bytes-all', 20_000_000);

const PICTURE_NOT_KEPT = 'We have your words, but not the picture: too many pictures were sent to us today.';

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
  const stored = await findStored(platform, body);
  if (stored !== null) return stored;
  await requireRoom(platform);
  await passGate(platform, GUEST_FEEDBACK_GATE, { address, topic: id, proof });
  const isNew = await transaction(platform.pool, async (tx) => {
    const at = platform.now();
    const threadId = newId(platform);
    const { rowCount } = await tx.query(
      `INSERT INTO support_thread (thread_id, guest_id, email, kind, category, state, waiting_since, created_at, updated_at)
       VALUES ($1, $2, $3, 'feedback', $4, 'waiting', $5, $5, $5) ON CONFLICT (guest_id) DO NOTHING`,
      [threadId, id, email === undefined ? null : normaliseEmail(email), category, at],
    );
    if (rowCount === 0) return null;
    const isPictureKept = picture !== undefined && (await hasBudget(tx, picture.bytes.length, address, at));
    await addMessage(tx, { threadId, from: 'player', author: null, text, at, ...(isPictureKept && { picture }) });
    return { id, at: at.toISOString(), ...(picture !== undefined && !isPictureKept && { pictureNotKept: PICTURE_NOT_KEPT }) };
  });
  const answer = isNew ?? (await findStored(platform, body));
  if (answer === null) throw new Error('feedback that conflicts is stored');
  return answer;
}

/** Finds feedback that was stored before, and whether the picture that comes with it now was left out then. */
async function findStored({ pool }: Pick<Platform, 'pool'>, { id, picture }: Body): Promise<Answer | null> {
  const { rows } = await pool.query<{ created_at: Date; has_picture: boolean }>(
    `SELECT created_at, EXISTS (SELECT 1 FROM support_picture p WHERE p.thread_id = t.thread_id) AS has_picture
     FROM support_thread t WHERE guest_id = $1`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return { id, at: row.created_at.toISOString(), ...(picture !== undefined && !row.has_picture && { pictureNotKept: PICTURE_NOT_KEPT }) };
}

/** Takes a picture's bytes from the budgets. A network that has none left takes nothing from those of all. */
async function hasBudget(tx: PoolClient, weight: number, address: string, now: Date): Promise<boolean> {
  const isWithin = async (budget: Budget, subject: string): Promise<boolean> =>
    (await fillBucket(tx, budget, subject, { now, capacity: budget.bytes, weight })).waitSeconds === null;
  return (await isWithin(PICTURES_OF_NETWORK, networkSubject(address))) && (await isWithin(PICTURES_OF_ALL, ''));
}
