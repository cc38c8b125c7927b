/** An authenticator in software: makes passkeys and signs with them, as the browser passes that on (Web Authentication, Level 3). */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { ATTESTATION_CERTIFICATE, ATTESTATION_KEY } from './attestation-certificate';

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR of what is needed here: small numbers, texts, bytes, lists of bytes, and maps. */
function cbor(value: number | string | Uint8Array | readonly Uint8Array[] | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (!('size' in value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each as Parameters<typeof cbor>[0])])]);
}

interface Signing {
  readonly challenge: string;
  readonly siteId: string;
  /** Default: `https://` and the site. */
  readonly origin?: string;
  /** False where nobody has given a PIN, a finger or a face. Default: true. */
  readonly isVerified?: boolean;
  /** True where the maker vouches for a new key with a certificate, which nobody asked for. Default: false. */
  readonly isAttested?: boolean;
  /** True where a page of another site shows this one in a frame. Default: false. */
  readonly isFramed?: boolean;
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

function clientData(type: 'webauthn.create' | 'webauthn.get', { challenge, siteId, origin = `https://${siteId}`, isFramed = false }: Signing): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isFramed }));
}

function authenticatorData({ siteId, isVerified = true }: Signing, counter: number, credential?: Buffer): Buffer {
  const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential === undefined ? 0 : HAS_CREDENTIAL);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(siteId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
}

export interface Authenticator {
  readonly id: string;
  /** The body of `addPasskey`, but for the name. */
  make(signing: Signing): { id: string; clientDataJSON: string; attestationObject: string; transports: string[] };
  /** The body of `givePasskey`. `counter`: how often it has signed; zero where it does not count. */
  sign(signing: Signing, counter?: number): { id: string; clientDataJSON: string; authenticatorData: string; signature: string };
}

/** A new authenticator with one key (ES256). */
export function createAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = base64url(rawId);
  return {
    id,
    make: (signing) => {
      const length = Buffer.from([0, rawId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)]);
      const authData = authenticatorData(signing, 0, credential);
      const client = clientData('webauthn.create', signing);
      const statement = signing.isAttested === true ? attest(authData, client) : new Map();
      const format = signing.isAttested === true ? 'packed' : 'none';
      const attestation = cbor(new Map<string, unknown>([['fmt', format], ['attStmt', statement], ['authData', authData]]));
      return { id, clientDataJSON: base64url(client), attestationObject: base64url(attestation), transports: ['internal'] };
    },
    sign: (signing, counter = 0) => {
      const client = clientData('webauthn.get', signing);
      const data = authenticatorData(signing, counter);
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey);
      return { id, clientDataJSON: base64url(client), authenticatorData: base64url(data), signature: base64url(signature) };
    },
  };
}

function attest(authData: Buffer, client: Buffer): ReadonlyMap<string, unknown> {
  const sig = createSign('sha256').update(authData).update(sha256(client)).sign(ATTESTATION_KEY);
  return new Map<string, unknown>([['alg', -7], ['sig', sig], ['x5c', [ATTESTATION_CERTIFICATE]]]);
}

/** RFC 9053: kty EC2, alg ES256, crv P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(new Map<number, unknown>([[1, 2], [3, -7], [-1, 1], [-2, Buffer.from(x, 'base64url')], [-3, Buffer.from(y, 'base64url')]]));
}
