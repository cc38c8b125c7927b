/**
 * Stores what the device saw of draws before they were over, and which entries its players had, so that the check of a draw notices a change
 * or a missing entry. The records name no player, so they stay when somebody signs in or out.
 */
import { drawPin, formerPin, keptEntry, pinOf, pinOfFormer } from '../core/draw-pins';
import type { DrawPin, SeenDraw } from '../core/draw-pins';
import { asciiBytes, hexOf } from '../core/fairness/ascii';
import { sha256 } from '../core/fairness/sha256';
import type { Database, Tx } from './database';

const [PINS, ENTRIES] = ['draw-pins', 'draw-entries'];
/** This is more than two pages of draws, about a year of them. */
export const MAX_PINS = 60;

/** Reads the list under a key of `meta`. Records that are malformed are left out. */
async function listIn<T, Mode extends IDBTransactionMode>(tx: Tx<Mode>, key: string, read: (value: unknown) => T | null): Promise<readonly T[]> {
  const value: unknown = await tx.objectStore('meta').get(key);
  return (Array.isArray(value) ? value.map(read) : []).filter((each) => each !== null);
}

/** Reads a pin, also one of the form that an earlier version stored. */
function readPin(value: unknown): DrawPin | null {
  const [pin, former] = [drawPin.safeParse(value), formerPin.safeParse(value)];
  return pin.success ? pin.data : former.success ? pinOfFormer(former.data) : null;
}

const pinsIn = <Mode extends IDBTransactionMode>(tx: Tx<Mode>) => listIn(tx, PINS, readPin);
const entriesIn = <Mode extends IDBTransactionMode>(tx: Tx<Mode>) => listIn(tx, ENTRIES, (value) => keptEntry.safeParse(value).data ?? null);

/** Lists the draws that this device has seen, the latest last. */
export async function drawPins(db: Database): Promise<readonly DrawPin[]> {
  const read = await db.tx(['meta'], 'readonly', pinsIn);
  return read.ok ? read.value : [];
}

/** Stores what the device sees of these draws at `nowMs`. What it saw of them earlier stays as it is. */
export async function pinDraws(db: Database, draws: readonly SeenDraw[], nowMs: number): Promise<void> {
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const before = await pinsIn(tx);
    const seen = draws.map((draw) => pinOf(draw, nowMs, before.find(({ drawId }) => drawId === draw.drawId)));
    const others = before.filter(({ drawId }) => !seen.some((pin) => pin.drawId === drawId));
    // A page lists the newest draw first, and the pins are stored with the newest last.
    await tx.objectStore('meta').put([...others, ...seen.toReversed()].slice(-MAX_PINS), PINS);
  });
}

export interface OwnEntry {
  readonly drawId: string;
  readonly entryId: string;
}

/** Characters of a tag, which stands for a player in one draw without naming them. */
const TAG_LENGTH = 16;
const tagOf = (userId: string, drawId: string): string => hexOf(sha256(asciiBytes(`${userId} ${drawId}`))).slice(0, TAG_LENGTH);

/** Stores entries of a player, which come with the newest first. Entries that are stored already stay. */
export async function keepDrawEntries(db: Database, userId: string, entries: readonly OwnEntry[]): Promise<void> {
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const before = await entriesIn(tx);
    const fresh = entries.filter(({ entryId }) => !before.some((entry) => entry.entryId === entryId)).toReversed();
    const additions = fresh.map((entry) => ({ ...entry, of: tagOf(userId, entry.drawId) }));
    if (additions.length > 0) await tx.objectStore('meta').put([...before, ...additions].slice(-MAX_PINS), ENTRIES);
  });
}

/** Lists the ids of a player's entries in a draw that this device has seen. */
export async function drawEntriesOf(db: Database, userId: string, drawId: string): Promise<readonly string[]> {
  const read = await db.tx(['meta'], 'readonly', entriesIn);
  const of = tagOf(userId, drawId);
  return (read.ok ? read.value : []).filter((entry) => entry.drawId === drawId && entry.of === of).map(({ entryId }) => entryId);
}
