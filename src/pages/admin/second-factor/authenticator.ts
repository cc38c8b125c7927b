/** Asks the browser's authenticators (Web Authentication). Both need a press of a button a moment before. */
import type { Assertion, NewPasskey, PasskeyChallenge, PasskeyOffer } from '../../../bridge/actions/passkeys';

/** ES256, Ed25519 and RS256, in the order in which we want them (COSE). */
const ALGORITHMS = [-7, -8, -257];

/** Says whether this browser makes passkeys, and reads what the platform sends. Browsers of before 2024 do not. */
export const hasAuthenticators = (): boolean => typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Makes a passkey. Returns null where the admin or the authenticator did not want to. */
export async function makePasskey({ challenge, site, user, passkeys }: PasskeyOffer): Promise<Omit<NewPasskey, 'name'> | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    challenge, rp: site, user, attestation: 'none',
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: passkeys.map((passkey) => ({ ...passkey, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
  });
  const credential = await ask(() => navigator.credentials.create({ publicKey }));
  if (credential === null) return null;
  const { id, response } = credential.toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

/** Signs a challenge with one of the admin's passkeys. Returns null as above. */
export async function signChallenge({ challenge, siteId, passkeys }: PasskeyChallenge): Promise<Assertion | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    challenge, rpId: siteId, userVerification: 'required',
    allowCredentials: passkeys.map((passkey) => ({ ...passkey, type: 'public-key' })),
  });
  const credential = await ask(() => navigator.credentials.get({ publicKey }));
  if (credential === null) return null;
  const { id, response } = credential.toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** A browser throws the same where somebody cancelled, where time ran out, and where no authenticator fits, so that a site can't tell them apart. */
async function ask(request: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await request();
    return credential instanceof PublicKeyCredential ? credential : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
