/**
 * Seals single fields of the database with keys that are kept outside it, so that a copy of the database shows none of them.
 * This is the port for a module that keeps the keys in hardware.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { KEY_BYTES } from './key-file';

/** A sealed value does not open: it was changed, or copied from another row, or its key is not here. */
export class SealedFieldError extends Error {
  override readonly name = 'SealedFieldError';
}

export interface FieldKeys {
  /** The ids of the keys that this process has, the oldest first. */
  readonly ids: () => readonly string[];
  /** Says whether this process has the key. It reads the file again for one that it does not know. */
  readonly has: (keyId: string) => Promise<boolean>;
  /** Seals `text` with that key for one place, which names the table, the field and the row. */
  readonly seal: (keyId: string, place: string, text: string) => Promise<string>;
  /** Returns the text that was sealed for this place. Rejects with a SealedFieldError for any other. */
  readonly open: (place: string, sealed: string) => Promise<string>;
  /** Returns 32 bytes that are the same for the same text, by which rows are found; without the key nobody can try texts. */
  readonly indexOf: (keyId: string, text: string) => Promise<Buffer>;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_CHARACTERS = 16;
/** The form of a sealed value: version, the id of its key, and nonce, tag and ciphertext. */
const SEALED = /^s1\.([0-9a-f]{16})\.([A-Za-z0-9_-]+)$/;

interface Key {
  readonly sealing: Buffer;
  readonly index: Buffer;
}

/** Names a key without telling anything about what is made with it. */
export function fieldKeyId(key: Buffer): string {
  return createHmac('sha256', key).update('ayo: id of a field key').digest('hex').slice(0, ID_CHARACTERS);
}

/** Returns the id of the key with which a value was sealed; null where it is no sealed value. */
export function keyIdOfSealed(sealed: string): string | null {
  return SEALED.exec(sealed)?.[1] ?? null;
}

/** One key never serves two purposes, so each use has one of its own, which is derived from the key in the file. */
function deriveKey(key: Buffer): Key {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `ayo: ${use}`, KEY_BYTES));
  return { sealing: derive('sealing of fields'), index: derive('index of fields') };
}

/** Makes the field keys from bytes, the oldest first. `readAgain` reads them anew where a value names a key that is not among them. */
export function createFieldKeys(initialKeys: readonly Buffer[], readAgain?: () => Promise<readonly Buffer[]>): FieldKeys {
  const toMap = (keys: readonly Buffer[]): ReadonlyMap<string, Key> => new Map(keys.map((key) => [fieldKeyId(key), deriveKey(key)]));
  let keyOf = toMap(initialKeys);

  async function findKey(keyId: string): Promise<Key | undefined> {
    if (!keyOf.has(keyId) && readAgain !== undefined) keyOf = toMap(await readAgain());
    return keyOf.get(keyId);
  }

  async function requireKey(keyId: string): Promise<Key> {
    const key = await findKey(keyId);
    if (key === undefined) throw new SealedFieldError(`the field key ${keyId} is not here`);
    return key;
  }

  return {
    ids: () => [...keyOf.keys()],
    has: async (keyId) => (await findKey(keyId)) !== undefined,
    seal: async (keyId, place, text) => {
      const { sealing } = await requireKey(keyId);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealing, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place, 'utf8'));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `s1.${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
    },
    open: async (place, sealed) => {
      const [, keyId, payload] = SEALED.exec(sealed) ?? [];
      if (keyId === undefined || payload === undefined) throw new SealedFieldError(`what stands at ${place} is not sealed`);
      const { sealing } = await requireKey(keyId);
      const bytes = Buffer.from(payload, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealedFieldError(`what stands at ${place} was cut`);
      const decipher = createDecipheriv(CIPHER, sealing, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place, 'utf8')).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SealedFieldError(`what stands at ${place} was not sealed there`, { cause });
      }
    },
    indexOf: async (keyId, text) => createHmac('sha256', (await requireKey(keyId)).index).update(text).digest(),
  };
}
