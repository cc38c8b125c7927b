/** Loads and changes the games as admins see them, and loads the audit trail. Edits that wait for a connection go through the outbox. */
import { MAX_CATALOGUE_BYTES } from '../../api/read-body';
import { adminGames, exportAudit, exportGames as exportCall, importGames as importCall, listAdminGames, listAudit, orderAdminGames, patchAdminGame, readAuditChain, switchAdminGames } from '../../core/contract/admin';
import type { AdminGame, AdminGames, AuditChain, AuditFilter, GameFileFormat, GameImport, GameOrder } from '../../core/contract/admin';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { readFence } from '../../data/fence-entry';
import type { Snapshot } from '../../data/schema';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { database } from '../index';
import { callAtDesk } from './desk-call';
import { currentIds } from '../session/ids';

export type GamePatch = BodyOf<typeof patchAdminGame>;
export type AuditPage = AnswerOf<typeof listAudit>;

const KIND = 'admin-games';

/** Stores the live list on the device, for this admin alone, because the service worker stores nothing of admins. */
export async function loadAdminGames(signal: AbortSignal): Promise<Result<AdminGames>> {
  const fence = await readFence(database);
  const result = await callAtDesk(listAdminGames, () => ({ maxBytes: MAX_CATALOGUE_BYTES, signal }));
  if (result.ok && fence !== null) await keep(result.data, fence.epoch);
  return result;
}

async function keep(data: AdminGames, epoch: number): Promise<void> {
  const userId = currentIds()?.userId;
  if (userId === undefined) return;
  await putSnapshot(database, { userId, kind: KIND, data, savedAt: Date.now(), etag: null, balanceVersion: null }, epoch, adminGames);
}

/** Reads the list that this device has stored; null where it has none. */
export async function storedAdminGames(): Promise<Snapshot<AdminGames> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, KIND, adminGames);
}

/** `version` is the one the edit started from; on `version-conflict` `problem.current` is what the platform has now. */
export function patchGame(gameId: string, version: number, patch: GamePatch): Promise<Result<AdminGame>> {
  return callAtDesk(patchAdminGame, () => ({ params: { gameId }, body: patch, ifMatch: version }));
}

/** Sets the order of all games; conflicts are reported as in `patchGame`. */
export function orderGames(version: number, order: readonly string[]): Promise<Result<GameOrder>> {
  return callAtDesk(orderAdminGames, () => ({ body: { order: [...order] }, ifMatch: version }));
}

/** Works only with a connection, because a switch that was meant now must not happen hours later. */
export function switchGames(enabled: boolean): Promise<Result<AnswerOf<typeof switchAdminGames>>> {
  return callAtDesk(switchAdminGames, () => ({ body: { enabled } }));
}

/** A file's difference is several times as long as the file. */
const MAX_FILE_ANSWER_BYTES = 8_000_000;

/** Takes the catalogue along as a file; a line of the trail says so. */
export function exportGames(format: GameFileFormat): Promise<Result<AnswerOf<typeof exportCall>>> {
  return callAtDesk(exportCall, () => ({ body: { format }, maxBytes: MAX_FILE_ANSWER_BYTES }));
}

/** Without a revision: what the file would change. With it: changes exactly that; on `version-conflict` `problem.current` is the difference now. */
export function importGames(body: BodyOf<typeof importCall>): Promise<Result<GameImport>> {
  return callAtDesk(importCall, () => ({ body, maxBytes: MAX_FILE_ANSWER_BYTES }));
}

/** Loads the audit trail, newest first; with `subject` only the entries about that. */
export function loadAudit(query: AuditFilter & { subject?: string; cursor?: string }, signal: AbortSignal): Promise<Result<AuditPage>> {
  return callAtDesk(listAudit, () => ({ query, signal, noStore: true }));
}

/** Takes the lines that fit along as a file; a line of the trail says so. */
export function exportAuditLines(filter: AuditFilter): Promise<Result<AnswerOf<typeof exportAudit>>> {
  return callAtDesk(exportAudit, () => ({ body: filter, maxBytes: 16_000_000 }));
}

export function loadAuditChain(signal: AbortSignal): Promise<Result<AuditChain>> {
  return callAtDesk(readAuditChain, () => ({ signal, noStore: true }));
}
