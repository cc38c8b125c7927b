import type { Pool, PoolClient } from 'pg';
import { DAY_MS } from '../../src/core/time';

/** The privacy page names both periods. */
export const CLOSED_PICTURE_DAYS = 30;
export const LONGEST_PICTURE_DAYS = 90;

/** Deletes pictures that nobody needs any more; their messages stay. Several processes may run it at any time. */
export async function deleteOldPictures(database: Pool | PoolClient, now: Date): Promise<void> {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  await database.query(
    `DELETE FROM support_picture p USING support_message m, support_thread t
     WHERE m.thread_id = p.thread_id AND m.number = p.number AND t.thread_id = p.thread_id
       AND (m.at < $1 OR (t.state = 'closed' AND t.updated_at < $2))`,
    [before(LONGEST_PICTURE_DAYS), before(CLOSED_PICTURE_DAYS)],
  );
}
