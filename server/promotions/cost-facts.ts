/** Reads the facts on which the costs of a promotion depend: the games as they are in the catalogue, and how many enter the draw. */
import type { Pool } from 'pg';
import { maxWorthOf } from '../../src/core/bonus-cost/promotion-costs';
import type { CostFacts } from '../../src/core/bonus-cost/promotion-costs';
import type { CountedGame } from '../../src/core/bonus-cost/counted-games';
import type { Kobo } from '../../src/core/money';
import { kobo } from '../../src/core/money';
import { readGames } from '../catalogue';
import type { CatalogueGame } from '../catalogue';
import type { Db } from '../ledger/accounts';
import { readPromotions } from './promotion-rows';
import { TERMS_COLUMNS, termsOf } from './terms';
import type { TermsRow } from './terms';

export function toCountedGame({ row, engine }: CatalogueGame): CountedGame {
  return { gameId: row.game_id, kind: engine.kind, maxRtp: engine.maxRtp ?? engine.rtp, contribution: row.contribution };
}

export async function readCostFacts(db: Db): Promise<CostFacts> {
  const { rows } = await db.query<{ entries: number | null }>(
    `SELECT avg(entries)::float8 AS entries FROM (
       SELECT count(e.entry_id) AS entries FROM draw d LEFT JOIN draw_entry e USING (draw_id) WHERE d.drawn_at IS NOT NULL GROUP BY draw_id) held`,
  );
  return { games: (await readGames(db)).map(toCountedGame), entries: rows[0]?.entries ?? null };
}

/** Reads the terms of every promotion by its name, and the facts on which their costs depend. */
export async function readLiveOffers(pool: Pool, wageringCeiling: number) {
  const rows = await readPromotions({ pool, places: { wageringCeiling }, now: () => new Date() });
  return { terms: rows.map((row) => [row.name, termsOf(row)] as const), facts: await readCostFacts(pool) };
}

/** Returns the kobo by which one claim can cost more than its budget; zero or less where it can't. A draw has no budget but its prizes. */
export function excessOf(row: TermsRow, games: readonly CountedGame[]): Kobo {
  const terms = termsOf(row);
  return terms.kind === 'draw' ? kobo(0) : kobo(maxWorthOf(terms, games) - (row.budget ?? 0));
}

/** Names the promotions that would be worth more than their budgets if the catalogue had these games. */
export async function findOverBudget(db: Db, games: readonly CatalogueGame[]): Promise<string[]> {
  const countedGames = games.map(toCountedGame);
  const { rows } = await db.query<TermsRow & { name: string }>(`SELECT name, ${TERMS_COLUMNS.join(', ')} FROM promotion ORDER BY position`);
  return rows.filter((row) => excessOf(row, countedGames) > 0).map(({ name }) => name);
}
