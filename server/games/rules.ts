/** Finds the rules by which rounds are played: those of this build, and earlier ones for rounds that were begun under them. */
import { steppedEngines } from '../../src/core/games/registry';
import { engineOfSheet } from '../../src/core/games/rules/engine-of-sheet';
import type { AnySteppedEngine } from '../../src/core/games/stepped';
import type { Db } from '../ledger/accounts';
import { PAR_SHEETS } from './par-sheets';
import { readParSheet } from './par-sheets/rows';

/** Returns the version by which a round of this game is played now. Throws an Error for a game that this build doesn't have. */
export function rulesInUse(gameId: string): string {
  const sheet = PAR_SHEETS.get(gameId);
  if (sheet === undefined) throw new Error(`no par sheet of ${gameId}`);
  return sheet.version;
}

/** Engines by version: a version never changes, so its engine is made once. Null where this build has no program for it. */
const earlierEngines = new Map<string, AnySteppedEngine | null>();

/**
 * Returns the engine of an open round; null where this build can't play its game, or its rules. A round from before rules had versions
 * has `rules` null, and goes on by those of this build.
 */
export async function engineOfOpenRound(db: Db, gameId: string, rules: string | null): Promise<AnySteppedEngine | null> {
  if (rules === null || rules === PAR_SHEETS.get(gameId)?.version) return steppedEngines.get(gameId) ?? null;
  const cachedEngine = earlierEngines.get(rules);
  if (cachedEngine !== undefined) return cachedEngine;
  const text = await readParSheet(db, gameId, rules);
  if (text === null) return null;
  const engine = engineOfSheet(JSON.parse(text));
  const stepped = engine !== null && 'runUnchecked' in engine ? engine : null;
  earlierEngines.set(rules, stepped);
  return stepped;
}
