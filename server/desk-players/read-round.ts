/** Reads one round of a player as the player saw it, with what it moved and whether its outcome follows from its seeds. */
import type { PoolClient } from 'pg';
import type { DeskRound } from '../../src/core/contract/desk-players';
import { readEntriesOfRound } from '../cashier';
import { checkRound, findRound } from '../games';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';

/** Throws `not-found` for an id that is no round in the player's history. */
export async function readRound(
  tx: PoolClient, { seedKeys }: Pick<Platform, 'seedKeys'>, { userId, roundId }: { readonly userId: string; readonly roundId: string },
): Promise<DeskRound> {
  const round = await findRound(tx, userId, roundId);
  if (round === undefined) throw new ProblemError('not-found', 'There is no such round of this player.');
  return { round, entries: await readEntriesOfRound(tx, userId, roundId), check: await checkRound(tx, seedKeys, userId, roundId) };
}
