/**
 * What the device keeps of draws by itself: what it saw of each before it was over, and an admin's secrets until they are revealed. Both
 * name no player, and stay when somebody signs in or out.
 */
import { SECRET_PATTERN } from '../core/draw-kinds';
import { pinOf } from '../core/draw-pins';
import type { DrawPin, SeenDraw } from '../core/draw-pins';
import type { Database, Tx } from './database';

const PINS_ENTRY = 'draw-pins';
const SECRETS_ENTRY = 'draw-secrets';
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
  const value: unknown = await tx.objectStore('meta').get(PINS_ENTRY);
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
    await tx.objectStore('meta').put([...others, ...seen.toReversed()].slice(-MAX_PINS), PINS_ENTRY);
  });
}

interface KeptSecret {
  readonly commit: string;
  readonly secret: string;
}

function isKeptSecret(value: unknown): value is KeptSecret {
  if (typeof value !== 'object' || value === null) return false;
  const { commit, secret }: Partial<Record<keyof KeptSecret, unknown>> = value;
  return isText(commit) && isText(secret) && SECRET_PATTERN.test(secret);
}

async function secretsIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>): Promise<readonly KeptSecret[]> {
  const value: unknown = await tx.objectStore('meta').get(SECRETS_ENTRY);
  return Array.isArray(value) ? value.filter(isKeptSecret) : [];
}

/** Stores a secret before its commit is sent. False: this browser keeps nothing. */
export async function keepDrawSecret(db: Database, kept: KeptSecret): Promise<boolean> {
  const write = await db.tx(['meta'], 'readwrite', async (tx) => {
    const others = (await secretsIn(tx)).filter(({ commit }) => commit !== kept.commit);
    await tx.objectStore('meta').put([...others, kept], SECRETS_ENTRY);
  }, 'strict');
  return write.ok;
}

/** The secret of a commit; null where this browser has none. */
export async function drawSecretOf(db: Database, commit: string): Promise<string | null> {
  const read = await db.tx(['meta'], 'readonly', secretsIn);
  return (read.ok ? read.value : []).find((kept) => kept.commit === commit)?.secret ?? null;
}

/** Deletes a secret that is revealed, or that was never sent. */
export async function dropDrawSecret(db: Database, commit: string): Promise<void> {
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const others = (await secretsIn(tx)).filter((kept) => kept.commit !== commit);
    if (others.length === 0) await tx.objectStore('meta').delete(SECRETS_ENTRY);
    else await tx.objectStore('meta').put(others, SECRETS_ENTRY);
  });
}
