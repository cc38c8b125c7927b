/** The weekly draws, with what this device has seen of them itself. */
import type { AnswerOf } from '../../core/contract/endpoint';
import { getDrawProof, listDraws } from '../../core/contract/draws';
import type { Draw } from '../../core/contract/draws';
import { judgeDraw } from '../../core/draw-verdict';
import type { DrawVerdict } from '../../core/draw-verdict';
import type { Result } from '../../core/errors';
import { drawEntriesOf, drawPins, keepDrawEntries, pinDraws } from '../../data/draw-pins';
import type { OwnEntry } from '../../data/draw-pins';
import { PUBLIC_USER } from '../../data/schema';
import type { Envelope } from '../../data/schema';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { callOpen, database, now } from '../index';
import { currentIds } from '../session/ids';
import { loadClaimable } from './promotions';
import type { Claimables } from './promotions';

export type DrawsPage = AnswerOf<typeof listDraws>;
export type DrawProof = AnswerOf<typeof getDrawProof>;

/** Loads the draws, and notes what the device sees of them. */
export async function loadDraws(signal?: AbortSignal): Promise<Result<DrawsPage>> {
  const result = await callOpen(listDraws, { ...(signal && { signal }) });
  // The device's own clock: the platform does not say when this device saw something.
  if (result.ok) await pinDraws(database, result.data.items, result.savedAt ?? Date.now());
  return result;
}

/** Loads what the signed-in player can claim, and notes their entries in draws. */
export async function loadOffers(signal?: AbortSignal): Promise<Result<Claimables>> {
  const userId = currentIds()?.userId;
  const result = await loadClaimable(signal);
  // The answer is the one player's who is still there: nobody else's entries are noted for somebody.
  const isTheirs = userId !== undefined && userId === currentIds()?.userId;
  if (result.ok && isTheirs) await keepDrawEntries(database, userId, result.data.items.flatMap(entriesOf));
  return result;
}

/** An entry of before that takes no part in its draw has no draw there. */
function entriesOf({ entryIds, entryDraws = [] }: Claimables['items'][number]): OwnEntry[] {
  return entryIds.flatMap((entryId, at) => (entryDraws[at] ? [{ drawId: entryDraws[at], entryId }] : []));
}

export function storedDraws(): Promise<Envelope<DrawsPage> | null> {
  return getSnapshot(database, PUBLIC_USER, 'draws', listDraws.answer);
}

/** An entry has 25 bytes, so this is enough for a week of 300,000 entries. */
const MAX_PROOF_BYTES = 8_000_000;
/** No player's data, so it does not depend on who is signed in. */
const NO_EPOCH = 0;

/** Everything from which a finished draw can be worked out again. It never changes, and is kept once it was loaded. Null: not to be had. */
async function loadDrawProof(drawId: string): Promise<DrawProof | null> {
  const kind = `draw-proof?${drawId}`;
  const kept = await getSnapshot(database, PUBLIC_USER, kind, getDrawProof.answer);
  if (kept !== null) return kept.data;
  const result = await callOpen(getDrawProof, { params: { drawId }, maxBytes: MAX_PROOF_BYTES });
  if (!result.ok) return null;
  const snapshot = { userId: PUBLIC_USER, kind, savedAt: now(), wallAt: Date.now(), etag: null, balanceVersion: null, data: result.data };
  await putSnapshot(database, snapshot, NO_EPOCH, getDrawProof.answer);
  return result.data;
}

/** `not-loaded`: what the draw follows from is not to be had. */
export type DeviceCheck = { readonly is: 'not-loaded' } | DrawVerdict<DrawProof>;

/** Checks a finished draw on this device; after the first time without a connection, too. */
export async function checkDrawHere(draw: Draw): Promise<DeviceCheck> {
  const proof = await loadDrawProof(draw.drawId);
  if (proof === null) return { is: 'not-loaded' };
  const userId = currentIds()?.userId;
  const ownEntryIds = userId === undefined ? [] : await drawEntriesOf(database, userId, draw.drawId);
  return judgeDraw({ draw, proof, pins: await drawPins(database), ownEntryIds });
}
