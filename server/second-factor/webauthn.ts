/** Checks what an authenticator answered (Web Authentication, Level 3), for this site alone. */
import { isIP } from 'node:net';
import { siteUrl } from '../config/site-url';
import { ProblemError } from '../http/problem';
import type { Platform } from '../platform';

/** The site for which passkeys are made. */
export interface RelyingParty {
  /** The host name; a passkey works nowhere else. */
  readonly id: string;
  readonly origin: string;
}

/** Returns null where browsers make no passkeys: for an address without a name, and without encryption. */
export function relyingParty(config: Parameters<typeof siteUrl>[0]): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(siteUrl(config));
  const isSafe = protocol === 'https:' || hostname === 'localhost';
  return isSafe && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { id: hostname, origin } : null;
}

export function requireRelyingParty({ config }: Pick<Platform, 'config'>): RelyingParty {
  const party = relyingParty(config);
  if (party !== null) return party;
  throw new ProblemError('conflict', 'Passkeys need a site with a name and https.', { detail: 'Set PUBLIC_URL, and open the desk at that address.' });
}

/** An authenticator's answer when a passkey is made; texts are base64url. */
export interface NewCredential {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** An authenticator's answer when a passkey is used; texts are base64url. */
export interface Assertion {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

export interface CredentialKey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  /** How often it has signed, as it says itself; zero: it does not count. */
  readonly counter: number;
}

// The library loads at the first passkey, because it takes a tenth of a second, and each start of the platform would wait for it.
const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/**
 * Says whether an answer carries certificates. The library would fetch the lists that they name, from wherever their maker wrote, before it
 * asks who that is. We ask for none, and then browsers leave them out.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await loadHelpers();
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined);
}

/** A page of another site had this site's in a frame. */
function isFramed(clientDataJSON: string): boolean {
  const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  return typeof data === 'object' && data !== null && 'crossOrigin' in data && data.crossOrigin === true;
}

/** Returns the key of a new passkey; null where the answer is not for this challenge and site, or nobody has confirmed it (PIN, finger, face). */
export async function verifyNewCredential(
  { id, clientDataJSON, attestationObject }: NewCredential,
  challenge: string,
  party: RelyingParty,
): Promise<CredentialKey | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    if (isFramed(clientDataJSON) || (await hasCertificates(attestationObject))) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id, requireUserVerification: true,
    });
    if (registrationInfo === undefined) return null;
    const { credential } = registrationInfo;
    if (credential.id !== id) return null;
    return { credentialId: credential.id, publicKey: Buffer.from(credential.publicKey), counter: credential.counter };
  } catch {
    // The library throws for whatever does not fit, and for bytes that are no answer at all.
    return null;
  }
}

/** Returns the authenticator's count of signatures; null where the signature does not fit, as above. `recordUse` compares the counts. */
export async function verifyAssertion(
  { id, clientDataJSON, authenticatorData, signature }: Assertion,
  challenge: string,
  party: RelyingParty,
  key: Pick<CredentialKey, 'credentialId' | 'publicKey'>,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge, expectedOrigin: party.origin, expectedRPID: party.id, requireUserVerification: true,
      credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
