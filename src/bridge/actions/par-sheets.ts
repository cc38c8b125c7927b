/** Loads the par sheet of a game, for the player to read. */
import { getParSheet } from '../../core/contract/games';
import type { Result } from '../../core/errors';
import { sheetVersion } from '../../core/fairness/sheet-version';
import type { RawSheet } from '../../core/fairness/sheet-version';
import { RULES_VERSIONS } from '../../core/games/rules/versions';
import { getSheet, putSheet } from '../../data/par-sheets';
import { bridge, database, now } from '../index';

export interface NewestSheet {
  readonly sheet: RawSheet;
  /** Null where this browser can't compute it. */
  readonly version: string | null;
}

/** Reads the rules that this build plays, if this device has stored them. */
export async function storedParSheet(gameId: string): Promise<{ readonly data: NewestSheet; readonly savedAt: number } | null> {
  const version = RULES_VERSIONS[gameId];
  const sheet = version === undefined ? null : await getSheet(database, version);
  // A version never changes, so the sheet has no age.
  return version === undefined || sheet === null ? null : { data: { sheet, version }, savedAt: now() };
}

/** Loads the rules by which the platform plays the game now, and stores them. */
export async function loadParSheet(gameId: string, signal: AbortSignal): Promise<Result<NewestSheet>> {
  const answer = await bridge.calls.callOpen(getParSheet, { params: { gameId }, signal });
  if (!answer.ok) return answer;
  const sheet = answer.data;
  const version = await sheetVersion(crypto.subtle, sheet).catch(() => null);
  if (version !== null) await putSheet(database, version, sheet, now());
  return { ...answer, data: { sheet, version } };
}
