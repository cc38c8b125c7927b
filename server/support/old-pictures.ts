import type { Pool, PoolClient } from 'pg';

const DAY_MS = 24 * 60 * 60_000;
/** The privacy page names both. */
export const CLOSED_PICTURE_DAYS = 30;
export const LONGEST_PICTURE_DAYS = 90;

/** Deletes pictures that nobody needs any more; safe to run at any time and by several processes. Their messages stay. */
export async function deleteOldPictures(database: Pool | PoolClient, now: Date): Promise<void> {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  await database.query(
    `DELETE FROM support_picture p USING support_message m, support_thread t
     WHERE m.thread_id = p.thread_id AND m.number = p.number AND t.thread_id = p.thread_id
       AND (m.at < $1 OR (t.state = 'closed' AND t.updated_at < $2))`,
    [before(LONGEST_PICTURE_DAYS), before(CLOSED_PICTURE_DAYS)],
  );
}
