/** What the device saw of draws before they were over. It names no player, and stays when somebody signs in or out. */
import { pinOf } from '../core/draw-pins';
import type { DrawPin, SeenDraw } from '../core/draw-pins';
import type { Database, Tx } from './database';

const ENTRY = 'draw-pins';
/** More than two pages of draws, which are about a year of weeks. */
export const MAX_PINS = 60;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

function isPin(value: unknown): value is DrawPin {
  if (typeof value !== 'object' || value === null) return false;
  const { drawId, commit, named, entriesHash, hashSeenAt, isHashEarly }: Partial<Record<keyof DrawPin, unknown>> = value;
  return isText(drawId) && isText(commit) && isTextOrNull(named) && isTextOrNull(entriesHash) && typeof isHashEarly === 'boolean'
    && (hashSeenAt === null || typeof hashSeenAt === 'number');
}

async function pinsIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>): Promise<readonly DrawPin[]> {
  const value: unknown = await tx.objectStore('meta').get(ENTRY);
  return Array.isArray(value) ? value.filter(isPin) : [];
}

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
    await tx.objectStore('meta').put([...others, ...seen.toReversed()].slice(-MAX_PINS), ENTRY);
  });
}
