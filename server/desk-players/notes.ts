/** Notes about players: whoever works at the desk adds them, and nobody changes one. */
import type { PoolClient } from 'pg';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import type { PlayerNote, readPlayerNotes } from '../../src/core/contract/desk-players';
import { writeAudit } from '../audit';
import { parseRowCursor } from '../http/cursor';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { aboutAnother } from './about-another';
import type { Approach } from './about-another';

interface NoteRow {
  readonly note_id: number;
  readonly user_id: string;
  readonly text: string;
  readonly at: Date;
  /** The username of the admin. */
  readonly by: string;
}

const SELECT_NOTES = 'SELECT n.note_id, n.user_id, n.text, n.at, a.username AS by FROM player_note n JOIN player a ON a.user_id = n.admin_id';

const toNote = ({ note_id: noteId, text, at, by }: NoteRow): PlayerNote => ({ noteId: String(noteId), at: at.toISOString(), by, text });

/** Reads a page of notes, newest first. Throws `bad-request` for a malformed cursor. */
export async function readNotes(
  db: Db,
  { userId: playerId, cursor, limit }: { readonly userId: string; readonly cursor: string | undefined; readonly limit: number },
): Promise<AnswerOf<typeof readPlayerNotes>> {
  const { rows } = await db.query<NoteRow>(
    `${SELECT_NOTES} WHERE n.user_id = $1 AND ($2::bigint IS NULL OR n.note_id < $2) ORDER BY n.note_id DESC LIMIT $3`,
    [playerId, parseRowCursor(cursor), limit + 1],
  );
  const items = rows.slice(0, limit).map(toNote);
  return { items, next: rows.length > limit ? (items.at(-1)?.noteId ?? null) : null };
}

interface NewNote extends Approach {
  readonly key: string;
  readonly text: string;
}

/** Adds a note; a repeated key returns the one that it wrote. Throws as `aboutAnother`, and `key-reused` for the key of another note. */
export function addNote(platform: Platform, note: NewNote): Promise<PlayerNote> {
  const { adminId, playerId, key, text } = note;
  return aboutAnother(platform, note, async (tx, at) => {
    const { rows } = await tx.query<{ note_id: number }>(
      `INSERT INTO player_note (user_id, admin_id, request_key, text, at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (admin_id, request_key) DO NOTHING RETURNING note_id`,
      [playerId, adminId, key, text, at],
    );
    const [added] = rows;
    if (added === undefined) return findByKey(tx, note);
    // The words are in the note: the trail says that there is one.
    await writeAudit(tx, { at, userId: adminId, action: 'player-note-added', subject: playerId, before: null, after: { note: added.note_id } });
    return findByKey(tx, note);
  });
}

async function findByKey(tx: PoolClient, { adminId, playerId, key, text }: NewNote): Promise<PlayerNote> {
  const { rows: [row] } = await tx.query<NoteRow>(`${SELECT_NOTES} WHERE n.admin_id = $1 AND n.request_key = $2`, [adminId, key]);
  if (row === undefined) throw new Error('the note was just stored');
  if (row.user_id !== playerId || row.text !== text) throw new ProblemError('key-reused', 'This key belongs to another note.');
  return toNote(row);
}
