/** Loads the weekly draws, records what this device sees of them, and checks finished ones. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { getDrawProof, listDraws } from '../../core/contract/draws';
import type { Draw } from '../../core/contract/draws';
import { judgeDraw } from '../../core/draw-verdict';
import type { DrawVerdict } from '../../core/draw-verdict';
import type { Result } from '../../core/errors';
import { drawEntriesOf, drawPins, keepDrawEntries, pinDraws } from '../../data/draw-pins';
import type { OwnEntry } from '../../data/draw-pins';
import { PUBLIC_USER } from '../../data/schema';
import type { Snapshot } from '../../data/schema';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { callOpen, database, now } from '../index';
import { currentIds } from '../session/ids';
import { loadClaimable } from './promotions';
import type { Claimables } from './promotions';

export type DrawsPage = AnswerOf<typeof listDraws>;
export type DrawProof = AnswerOf<typeof getDrawProof>;

/** Loads the draws, and stores a pin of each one, so that a later change by the platform is noticed. */
export async function loadDraws(signal?: AbortSignal): Promise<Result<DrawsPage>> {
  const result = await callOpen(listDraws, { ...(signal && { signal }) });
  // Pins are dated by the device's clock, because the platform must not decide when this device saw a draw.
  if (result.ok) await pinDraws(database, result.data.items, result.savedAt ?? Date.now());
  return result;
}

/** Loads the promotions that the signed-in player can claim, and stores the player's entries in draws. */
export async function loadOffers(signal?: AbortSignal): Promise<Result<Claimables>> {
  const userId = currentIds()?.userId;
  const result = await loadClaimable(signal);
  // Another player may have signed in meanwhile, and entries must not be stored for the wrong player.
  const isSamePlayer = userId !== undefined && userId === currentIds()?.userId;
  if (result.ok && isSamePlayer) await keepDrawEntries(database, userId, result.data.items.flatMap(entriesOf));
  return result;
}

/** Lists the entries with their draws. An entry that takes no part in a draw comes with an empty draw, and is left out. */
function entriesOf({ entryIds, entryDraws = [] }: Claimables['items'][number]): OwnEntry[] {
  return entryIds.flatMap((entryId, at) => (entryDraws[at] ? [{ drawId: entryDraws[at], entryId }] : []));
}

/** Reads the draws as this device last loaded them, without asking the platform. */
export function storedDraws(): Promise<Snapshot<DrawsPage> | null> {
  return getSnapshot(database, PUBLIC_USER, 'draws', listDraws.answer);
}

/** An entry has 25 bytes, so this is enough for a week of 300,000 entries. */
const MAX_PROOF_BYTES = 8_000_000;
/** A proof belongs to no player, so no sign-in or sign-out keeps it from being stored. */
const NO_EPOCH = 0;

/**
 * Loads the data from which a finished draw can be worked out again; null where they can't be loaded. They never change, so they
 * are stored after the first load.
 */
async function loadDrawProof(drawId: string): Promise<DrawProof | null> {
  const kind = `draw-proof?${drawId}`;
  const storedProof = await getSnapshot(database, PUBLIC_USER, kind, getDrawProof.answer);
  if (storedProof !== null) return storedProof.data;
  const result = await callOpen(getDrawProof, { params: { drawId }, maxBytes: MAX_PROOF_BYTES });
  if (!result.ok) return null;
  const snapshot = { userId: PUBLIC_USER, kind, savedAt: now(), wallAt: Date.now(), etag: null, balanceVersion: null, data: result.data };
  await putSnapshot(database, snapshot, NO_EPOCH, getDrawProof.answer);
  return result.data;
}

/** `not-loaded`: the proof of the draw is not on this device, and can't be loaded now. */
export type LocalDrawCheck = { readonly is: 'not-loaded' } | DrawVerdict<DrawProof>;

/** Checks a finished draw on this device. From the second time on, this needs no connection. */
export async function checkDrawHere(draw: Draw): Promise<LocalDrawCheck> {
  const proof = await loadDrawProof(draw.drawId);
  if (proof === null) return { is: 'not-loaded' };
  const userId = currentIds()?.userId;
  const ownEntryIds = userId === undefined ? [] : await drawEntriesOf(database, userId, draw.drawId);
  return judgeDraw({ draw, proof, pins: await drawPins(database), ownEntryIds });
}
