/** Loads the par sheets of the rules that rounds name, once, and stores each under the version that it really is. */
import { getParSheetVersion } from '../../core/contract/games';
import { sheetVersion } from '../../core/fairness/sheet-version';
import type { RawSheet } from '../../core/fairness/sheet-version';
import { getSheet, putSheet } from '../../data/par-sheets';
import type { Bridge } from '../bridge';
import { perBridge } from '../per-bridge';

/** `unreachable`: the platform could not be asked. `unpublished`: the platform has no such rules, or sends others under their name. */
export type NamedRules = RawSheet | 'unreachable' | 'unpublished';

const NOT_FOUND = 404;

/** Loads the rules that a round names, from this device or from the platform. Never rejects. */
export async function loadRules({ calls, clock, database }: Bridge, gameId: string, version: string): Promise<NamedRules> {
  const stored = await getSheet(database, version);
  if (stored !== null) return stored;
  const answer = await calls.callOpen(getParSheetVersion, { params: { gameId, version } });
  if (!answer.ok) return answer.error.problem?.status === NOT_FOUND ? 'unpublished' : 'unreachable';
  // A browser without WebCrypto can check nothing.
  const actualVersion = await sheetVersion(crypto.subtle, answer.data).catch(() => undefined);
  if (actualVersion === undefined) return 'unreachable';
  if (actualVersion !== version) return 'unpublished';
  await putSheet(database, version, answer.data, clock.now());
  return answer.data;
}

/** The versions that were asked for in this visit. */
const requestedVersionsOf = perBridge(() => new Set<string>());

/** Keeps the rules of a round that was just played, so that the round can be checked without the platform. */
export function keepRules(bridge: Bridge, gameId: string, version: string | undefined): void {
  const requestedVersions = requestedVersionsOf(bridge);
  if (version === undefined || requestedVersions.has(version)) return;
  requestedVersions.add(version);
  void loadRules(bridge, gameId, version);
}
