/** Par sheets of rules that no build has, to be published in a test's database. */
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { PAR_SHEETS } from '../../server/games/par-sheets';
import { canonicalJson } from '../../src/core/canonical-json';
import { parSheetDocument } from '../../src/core/games/rules/par-sheet';
import type { ParSheetDocument } from '../../src/core/games/rules/par-sheet';

export interface OtherSheet {
  readonly gameId: string;
  readonly version: string;
  readonly text: string;
  readonly sheet: ParSheetDocument;
}

/** Returns the sheet of a game of this build with a change. */
export function otherSheet(gameId: string, change: (sheet: ParSheetDocument) => void): OtherSheet {
  const sheet = parSheetDocument.parse(JSON.parse(PAR_SHEETS.get(gameId)?.text ?? 'null'));
  change(sheet);
  const text = canonicalJson(sheet);
  return { gameId, version: createHash('sha256').update(text).digest('hex'), text, sheet };
}

/** Publishes a sheet, as the build with these rules did. */
export async function publishSheet(pool: Pool, { gameId, version, text }: OtherSheet, at: Date): Promise<void> {
  await pool.query('INSERT INTO par_sheet (version, game_id, sheet, published_at) VALUES ($1, $2, $3, $4)', [version, gameId, text, at]);
}
