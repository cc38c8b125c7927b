/**
 * What the device saw of draws before they were over, and the entries that its players had in them, so that none goes missing in a list.
 * It names no player, and stays when somebody signs in or out.
 */
import { drawPin, formerPin, keptEntry, pinOf, pinOfFormer } from '../core/draw-pins';
import type { DrawPin, SeenDraw } from '../core/draw-pins';
import { asciiBytes, hexOf } from '../core/fairness/ascii';
import { sha256 } from '../core/fairness/sha256';
import type { Database, Tx } from './database';

const [PINS, ENTRIES] = ['draw-pins', 'draw-entries'];
/** More than two pages of draws, which are about a year of weeks. */
export const MAX_PINS = 60;

async function listIn<T, Mode extends IDBTransactionMode>(tx: Tx<Mode>, key: string, read: (value: unknown) => T | null): Promise<readonly T[]> {
  const value: unknown = await tx.objectStore('meta').get(key);
  return (Array.isArray(value) ? value.map(read) : []).filter((each) => each !== null);
}

function readPin(value: unknown): DrawPin | null {
  const [pin, former] = [drawPin.safeParse(value), formerPin.safeParse(value)];
  return pin.success ? pin.data : former.success ? pinOfFormer(former.data) : null;
}

const pinsIn = <Mode extends IDBTransactionMode>(tx: Tx<Mode>) => listIn(tx, PINS, readPin);
const entriesIn = <Mode extends IDBTransactionMode>(tx: Tx<Mode>) => listIn(tx, ENTRIES, (value) => keptEntry.safeParse(value).data ?? null);

/** The draws that this device has seen, the latest last. */
export async function drawPins(db: Database): Promise<readonly DrawPin[]> {
  const read = await db.tx(['meta'], 'readonly', pinsIn);
  return read.ok ? read.value : [];
}

/** Notes what the device sees of these draws at `nowMs`; what it saw before stays. */
export async function pinDraws(db: Database, draws: readonly SeenDraw[], nowMs: number): Promise<void> {
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const before = await pinsIn(tx);
    const seen = draws.map((draw) => pinOf(draw, nowMs, before.find(({ drawId }) => drawId === draw.drawId)));
    const others = before.filter(({ drawId }) => !seen.some((pin) => pin.drawId === drawId));
    // Pages come with the newest draw first.
    await tx.objectStore('meta').put([...others, ...seen.toReversed()].slice(-MAX_PINS), PINS);
  });
}

export interface OwnEntry {
  readonly drawId: string;
  readonly entryId: string;
}

const TAG_LENGTH = 16;
const tagOf = (userId: string, drawId: string): string => hexOf(sha256(asciiBytes(`${userId} ${drawId}`))).slice(0, TAG_LENGTH);

/** Notes entries of a player, the newest first; what was noted before stays. */
export async function keepDrawEntries(db: Database, userId: string, entries: readonly OwnEntry[]): Promise<void> {
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const before = await entriesIn(tx);
    const fresh = entries.filter(({ entryId }) => !before.some((kept) => kept.entryId === entryId)).toReversed();
    const kept = fresh.map((entry) => ({ ...entry, of: tagOf(userId, entry.drawId) }));
    if (kept.length > 0) await tx.objectStore('meta').put([...before, ...kept].slice(-MAX_PINS), ENTRIES);
  });
}

/** The ids of that player's entries in a draw, as this device has seen them. */
export async function drawEntriesOf(db: Database, userId: string, drawId: string): Promise<readonly string[]> {
  const read = await db.tx(['meta'], 'readonly', entriesIn);
  const of = tagOf(userId, drawId);
  return (read.ok ? read.value : []).filter((kept) => kept.drawId === drawId && kept.of === of).map(({ entryId }) => entryId);
}
