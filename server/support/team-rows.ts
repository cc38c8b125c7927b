/** Threads as admins see them. */
import type { AdminThread } from '../../src/core/contract/support-team';
import type { Db } from '../ledger/accounts';
import type { ThreadPlace } from './cursor';
import { THREAD_COLUMNS, toThreads } from './rows';
import type { ThreadRow } from './rows';

interface AdminRow extends ThreadRow {
  readonly username: string | null;
  readonly firstname: string;
  readonly lastname: string;
  readonly member_since: Date;
  readonly answered_by_name: string | null;
}

const FROM = `SELECT ${THREAD_COLUMNS}, p.username, p.firstname, p.lastname, p.created_at AS member_since, a.username AS answered_by_name
  FROM support_thread t LEFT JOIN player p ON p.user_id = t.user_id LEFT JOIN player a ON a.user_id = t.answered_by`;

export interface AdminPage {
  readonly items: AdminThread[];
  readonly last: ThreadPlace | null;
}

/** Those that wait, whoever waits longest first; others, the one that changed last first. From after `after`. */
export async function teamThreads(db: Db, state: AdminThread['state'], after: ThreadPlace | null, limit: number): Promise<AdminPage> {
  const isWaiting = state === 'waiting';
  const [column, order, beyond] = isWaiting ? (['waiting_since', 'ASC', '>'] as const) : (['updated_at', 'DESC', '<'] as const);
  const { rows } = await db.query<AdminRow>(
    `${FROM} WHERE t.state = $1 AND ($2::timestamptz IS NULL OR (t.${column}, t.thread_id) ${beyond} ($2, $3))
     ORDER BY t.${column} ${order}, t.thread_id ${order} LIMIT $4`,
    [state, after?.at ?? null, after?.threadId ?? null, limit + 1],
  );
  const told = rows.slice(0, limit);
  const end = rows.length > limit ? told.at(-1) : undefined;
  const at = end && (isWaiting ? end.waiting_since : end.updated_at);
  return { items: await toAdminThreads(db, told), last: end && at ? { at, threadId: end.thread_id } : null };
}

export async function tellTeam(db: Db, threadId: string): Promise<AdminThread> {
  const { rows } = await db.query<AdminRow>(`${FROM} WHERE t.thread_id = $1`, [threadId]);
  const [told] = await toAdminThreads(db, rows);
  if (told === undefined) throw new Error('a thread stays');
  return told;
}

async function toAdminThreads(db: Db, rows: readonly AdminRow[]): Promise<AdminThread[]> {
  const threads = await toThreads(db, rows);
  return threads.map((thread, at) => {
    const row = rows[at];
    if (row === undefined) throw new Error('each row is a thread');
    return { ...thread, player: playerOf(row), email: row.email, answeredBy: row.answered_by_name };
  });
}

function playerOf({ user_id: userId, username, firstname, lastname, member_since: since }: AdminRow): AdminThread['player'] {
  if (userId === null || username === null) return null;
  return { userId, username, name: `${firstname} ${lastname}`, memberSince: since.toISOString() };
}
