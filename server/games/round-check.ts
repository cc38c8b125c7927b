/** Checks a round that the platform decided: whether its outcome follows from its seeds, its bet and the rules that it names. */
import { verdictOf } from '../../src/core/fairness/receipts';
import type { ReceiptVerdict } from '../../src/core/fairness/receipts';
import { enginesWith } from '../../src/core/games/rules/rules-engines';
import { kobo } from '../../src/core/money';
import type { Db } from '../ledger/accounts';
import type { SeedKeys } from '../seed-keys';
import { findEndedRound } from './history';
import { readParSheet } from './par-sheets/rows';
import type { RoundRow } from './rounds';
import { serverSeedOf } from './server-seed';
import type { StoredSeed } from './server-seed';

export interface RoundCheck {
  /** `unknown`: this build has no program for the rules of the round. */
  readonly verdict: 'follows' | 'differs' | 'unknown';
  /** Null while the pair is in use, because its next rounds could be told by it. */
  readonly serverSeed: string | null;
}

const VERDICTS: Readonly<Partial<Record<ReceiptVerdict, RoundCheck['verdict']>>> = {
  ok: 'follows',
  // The platform wrote the rules down itself, with the round.
  'unnoted-rules': 'follows',
  'no-rules': 'unknown',
  'other-rules': 'unknown',
  'unknown-game': 'unknown',
};

async function readSheets(db: Db, { game_id: gameId, rules }: RoundRow): Promise<readonly Record<string, unknown>[]> {
  const text = rules === null ? null : await readParSheet(db, gameId, rules);
  // A cast that promises nothing of the values: the engine of a sheet is made from what was checked.
  return text === null ? [] : [JSON.parse(text) as Record<string, unknown>];
}

async function readPair(db: Db, roundId: string): Promise<(StoredSeed & { readonly state: string }) | undefined> {
  const { rows } = await db.query<StoredSeed & { readonly state: string }>(
    'SELECT p.seed_pair_id, p.server_seed, p.key_id, p.commit_hash, p.state FROM round JOIN seed_pair p USING (seed_pair_id) WHERE round_id = $1', [roundId],
  );
  return rows[0];
}

/** Plays the round again. Null for a round of a provider, and for an id that is no ended round of the player. */
export async function checkRound(db: Db, seedKeys: SeedKeys, userId: string, roundId: string): Promise<RoundCheck | null> {
  const row = await findEndedRound(db, userId, roundId);
  const pair = row && (await readPair(db, roundId));
  if (row === undefined || pair === undefined) return null;
  const serverSeed = await serverSeedOf(seedKeys, pair);
  const engines = await enginesWith(crypto.subtle, await readSheets(db, row));
  const verdict = await verdictOf(crypto.subtle, engines, serverSeed, {
    gameId: row.game_id, commit: row.commit_hash, clientSeed: row.client_seed, nonce: row.nonce, rules: row.rules ?? undefined,
    stake: kobo(row.first_stake ?? row.stake), staked: row.stake, bet: row.bet, outcome: row.outcome, win: kobo(row.win),
    ...(row.actions !== null && { actions: row.actions }), ...(row.abandoned !== null && { abandoned: row.abandoned }),
  });
  return { verdict: VERDICTS[verdict] ?? 'differs', serverSeed: pair.state === 'revealed' ? serverSeed : null };
}
