/** Stores an admin's secrets for draws until they are revealed. They name no player, and stay when somebody signs in or out. */
import { SECRET_PATTERN } from '../core/draw-kinds';
import type { Database, Tx } from './database';

const ENTRY = 'draw-secrets';

interface KeptSecret {
  readonly commit: string;
  readonly secret: string;
}

function isKeptSecret(value: unknown): value is KeptSecret {
  if (typeof value !== 'object' || value === null) return false;
  const { commit, secret }: Partial<Record<keyof KeptSecret, unknown>> = value;
  return typeof commit === 'string' && typeof secret === 'string' && SECRET_PATTERN.test(secret);
}

async function secretsIn<Mode extends IDBTransactionMode>(tx: Tx<Mode>): Promise<readonly KeptSecret[]> {
  const value: unknown = await tx.objectStore('meta').get(ENTRY);
  return Array.isArray(value) ? value.filter(isKeptSecret) : [];
}

/** Stores a secret, before its commit is sent. Returns false where this browser stores nothing. */
export async function keepDrawSecret(db: Database, newSecret: KeptSecret): Promise<boolean> {
  const write = await db.tx(['meta'], 'readwrite', async (tx) => {
    const others = (await secretsIn(tx)).filter(({ commit }) => commit !== newSecret.commit);
    await tx.objectStore('meta').put([...others, newSecret], ENTRY);
  }, 'strict');
  return write.ok;
}

/** Reads the secret of a commit; null where this browser has none. */
export async function drawSecretOf(db: Database, commit: string): Promise<string | null> {
  const read = await db.tx(['meta'], 'readonly', secretsIn);
  return (read.ok ? read.value : []).find((entry) => entry.commit === commit)?.secret ?? null;
}

/** Deletes a secret that is revealed, or that was never sent. */
export async function dropDrawSecret(db: Database, commit: string): Promise<void> {
  await db.tx(['meta'], 'readwrite', async (tx) => {
    const others = (await secretsIn(tx)).filter((entry) => entry.commit !== commit);
    if (others.length === 0) await tx.objectStore('meta').delete(ENTRY);
    else await tx.objectStore('meta').put(others, ENTRY);
  });
}
