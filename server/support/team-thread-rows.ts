/** Reads threads for admins: rows of a list, which have nobody's words and no whole address, and a thread with its messages. */
import type { AdminThread } from '../../src/core/contract/support-team';
import type { Db } from '../ledger/accounts';
import { maskEmail, maskName } from '../masks';
import type { ThreadCursor } from './cursor';
import { THREAD_COLUMNS, toThread, toThreads } from './thread-rows';
import type { ThreadRow } from './thread-rows';

interface AdminRow extends ThreadRow {
  readonly username: string | null;
  readonly firstname: string;
  readonly lastname: string;
  readonly member_since: Date;
  readonly answered_by_name: string | null;
  readonly assigned_name: string | null;
}

const SELECT_THREADS = `SELECT ${THREAD_COLUMNS}, p.username, p.firstname, p.lastname, p.created_at AS member_since, a.username AS answered_by_name,
    h.username AS assigned_name
  FROM support_thread t LEFT JOIN player p ON p.user_id = t.user_id LEFT JOIN player a ON a.user_id = t.answered_by
    LEFT JOIN player h ON h.user_id = t.assigned_to`;

export interface AdminPage {
  readonly items: AdminThread[];
  readonly last: ThreadCursor | null;
}

/** Lists threads of a state after the cursor. Waiting ones begin with the longest wait, others with the latest change. */
export async function listAdminThreads(db: Db, state: AdminThread['state'], after: ThreadCursor | null, limit: number): Promise<AdminPage> {
  const isWaiting = state === 'waiting';
  const [column, order, comparison] = isWaiting ? (['waiting_since', 'ASC', '>'] as const) : (['updated_at', 'DESC', '<'] as const);
  const { rows } = await db.query<AdminRow>(
    `${SELECT_THREADS} WHERE t.state = $1 AND ($2::timestamptz IS NULL OR (t.${column}, t.thread_id) ${comparison} ($2, $3))
     ORDER BY t.${column} ${order}, t.thread_id ${order} LIMIT $4`,
    [state, after?.at ?? null, after?.threadId ?? null, limit + 1],
  );
  const pageRows = rows.slice(0, limit);
  const lastRow = rows.length > limit ? pageRows.at(-1) : undefined;
  const at = lastRow && (isWaiting ? lastRow.waiting_since : lastRow.updated_at);
  return { items: pageRows.map(toThreadRow), last: lastRow && at ? { at, threadId: lastRow.thread_id } : null };
}

async function findAdminRow(db: Db, threadId: string): Promise<AdminRow> {
  const { rows: [row] } = await db.query<AdminRow>(`${SELECT_THREADS} WHERE t.thread_id = $1`, [threadId]);
  if (row === undefined) throw new Error('there is no such thread');
  return row;
}

/** Reads a thread with its messages. The caller writes into the audit trail that somebody reads it. */
export async function readAdminThread(db: Db, threadId: string): Promise<AdminThread> {
  const row = await findAdminRow(db, threadId);
  const [thread] = await toThreads(db, [row]);
  if (thread === undefined) throw new Error('a thread has no messages');
  return { ...thread, ...teamFacts(row), email: row.email };
}

export async function readThreadRow(db: Db, threadId: string): Promise<AdminThread> {
  return toThreadRow(await findAdminRow(db, threadId));
}

const toThreadRow = (row: AdminRow): AdminThread => ({
  ...toThread(row, []), ...teamFacts(row), email: row.email === null ? null : maskEmail(row.email),
});

const teamFacts = (row: AdminRow): Pick<AdminThread, 'player' | 'answeredBy' | 'assignedTo'> => ({
  player: toThreadPlayer(row), answeredBy: row.answered_by_name, assignedTo: toHolder(row),
});

function toHolder({ assigned_to: userId, assigned_name: username, assigned_at: since }: AdminRow): AdminThread['assignedTo'] {
  return userId === null || username === null || since === null ? null : { userId, username, since: since.toISOString() };
}

/** Returns null for a guest. */
function toThreadPlayer({ user_id: userId, username, firstname, lastname, member_since: since }: AdminRow): AdminThread['player'] {
  if (userId === null || username === null) return null;
  return { userId, username, name: maskName(firstname, lastname), memberSince: since.toISOString() };
}
