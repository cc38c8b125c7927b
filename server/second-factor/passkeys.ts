/** Adds and removes an admin's passkeys, and accepts one for a session. */
import { brand } from '../../src/core/brand';
import { DAY_MS } from '../../src/core/time';
import type { PasskeyChallenge, PasskeyOffer } from '../../src/core/contract/passkeys';
import { endSessions, requirePlayer } from '../accounts';
import type { Device } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { Caller } from '../http/router';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { countAttempt } from '../rate-limits/attempts';
import type { AttemptLimit } from '../rate-limits/attempts';
import { sendFactorMail } from './factor-mails';
import { noticeWrongCodes } from './give';
import { deletePasskey, insertPasskey, listPasskeys, putChallenge, readChallenge, recordUse, useChallenge } from './passkey-rows';
import type { StoredPasskey } from './passkey-rows';
import { holdFactor, recordGiven } from './rows';
import { relyingParty, requireRelyingParty, verifyAssertion, verifyNewCredential } from './webauthn';
import type { Assertion, NewCredential } from './webauthn';

/** The mail says to remove the passkey; more of them in a day say nothing new. Each try is an alert all the same. */
const COPY_MAILS: AttemptLimit = { kind: 'passkey-copied-mail', limit: 3, windowMs: DAY_MS };
/** Nobody has more devices, and each passkey is one more way in that somebody could misuse. */
const MAX_PASSKEYS = 10;

const toDescriptor = ({ credentialId, transports }: StoredPasskey) => ({ id: credentialId, transports: [...transports] });

const wrongPasskey = (): ProblemError => new ProblemError('invalid-credentials', 'This passkey does not work.', {
  detail: 'Nothing was confirmed. Try it again, or use a code of your app.',
});

const notAdded = (): ProblemError => new ProblemError('invalid-credentials', 'This passkey was not added.', {
  detail: 'Look at your passkeys, and try it again if it is not there.',
});

/** Offers a challenge for a new passkey. Throws 409 `conflict` where there can be none. */
export async function offerPasskey(platform: Platform, { userId, sessionHash }: Caller): Promise<PasskeyOffer> {
  const { id } = requireRelyingParty(platform);
  const { username, firstname, lastname } = await requirePlayer(platform.pool, userId);
  const passkeys = await listPasskeys(platform.pool, userId);
  requireRoom(passkeys);
  return {
    challenge: await putChallenge(platform.pool, platform, sessionHash, 'add'),
    site: { id, name: brand.name },
    user: { id: Buffer.from(userId).toString('base64url'), name: username, displayName: `${firstname} ${lastname}` },
    passkeys: passkeys.map(toDescriptor),
  };
}

function requireRoom(passkeys: readonly StoredPasskey[]): void {
  if (passkeys.length < MAX_PASSKEYS) return;
  throw new ProblemError('conflict', `You have ${MAX_PASSKEYS} passkeys.`, { detail: 'Remove one that you don’t use any more.' });
}

/**
 * Adds the passkey that signed the session's challenge. Throws 401 `invalid-credentials` where it has not, and 409 `conflict` where it is there
 * already or there are too many.
 */
export async function addPasskey(platform: Platform, caller: Caller, credential: NewCredential, name: string): Promise<void> {
  const { userId, sessionHash } = caller;
  const party = requireRelyingParty(platform);
  const at = platform.now();
  const challenge = await readChallenge(platform.pool, sessionHash, 'add', at);
  // Nobody waits for the library with the factor's row in hand.
  const key = challenge === null ? null : await verifyNewCredential(credential, challenge, party);
  if (challenge === null || key === null) throw notAdded();
  await transaction(platform.pool, async (tx) => {
    // This lock makes a reset of the factor, or another new passkey, wait until this transaction ends.
    await holdFactor(tx, caller);
    if (!(await useChallenge(tx, sessionHash, 'add', challenge))) throw notAdded();
    requireRoom(await listPasskeys(tx, userId));
    const isNew = await insertPasskey(tx, userId, { ...key, passkeyId: newId(platform), transports: credential.transports, name, addedAt: at });
    if (!isNew) throw new ProblemError('conflict', 'This passkey is there already.');
    await writeAudit(tx, { at, userId, action: 'passkey-added', subject: userId, before: null, after: { name } });
    await sendFactorMail(tx, platform, userId, 'passkey-added');
  });
}

/** Removes a passkey and ends all other sessions, which may have been opened with it. Throws 404 `not-found`. */
export async function removePasskey(platform: Platform, caller: Caller, passkeyId: string, device: Device): Promise<void> {
  const { userId, sessionHash } = caller;
  await transaction(platform.pool, async (tx) => {
    await holdFactor(tx, caller);
    const at = platform.now();
    const name = await deletePasskey(tx, userId, passkeyId);
    if (name === null) throw new ProblemError('not-found', 'There is no such passkey.');
    await endSessions(tx, userId, sessionHash, 'second-factor', at, device);
    await writeAudit(tx, { at, userId, action: 'passkey-removed', subject: userId, before: { name }, after: null });
    await sendFactorMail(tx, platform, userId, 'passkey-removed');
  });
}

/** Makes a challenge for the caller's passkeys; without passkeys there is none to sign, and the list is empty. */
export async function challengePasskey(platform: Platform, { userId, sessionHash }: Caller): Promise<PasskeyChallenge> {
  const party = relyingParty(platform.config);
  const passkeys = party === null ? [] : await listPasskeys(platform.pool, userId);
  if (party === null || passkeys.length === 0) return { challenge: '', siteId: '', passkeys: [] };
  return { challenge: await putChallenge(platform.pool, platform, sessionHash, 'give'), siteId: party.id, passkeys: passkeys.map(toDescriptor) };
}

/** Accepts a passkey for the caller's session. Throws 401 `invalid-credentials`, whatever is wrong with it. */
export async function givePasskey(platform: Platform, caller: Caller, assertion: Assertion): Promise<void> {
  const { userId, sessionHash } = caller;
  const at = platform.now();
  const signed = await findSigned(platform, caller, assertion, at);
  if (signed === null) {
    await noticeWrongCodes(platform, userId);
    throw wrongPasskey();
  }
  const isCopy = await transaction(platform.pool, async (tx) => {
    if (!(await useChallenge(tx, sessionHash, 'give', signed.challenge))) throw wrongPasskey();
    const use = await recordUse(tx, signed.passkey, signed.counter, at);
    // Somebody removed it in this moment, which makes nobody's passkey a copy.
    if (use === 'gone') throw wrongPasskey();
    if (use === 'behind') {
      if ((await countAttempt(tx, COPY_MAILS, userId, at)) === null) await sendFactorMail(tx, platform, userId, 'passkey-copied');
      return true;
    }
    if (!(await recordGiven(tx, sessionHash, at))) throw new ProblemError('unauthorised', 'Sign in first.');
    return false;
  });
  if (!isCopy) return;
  platform.log('second-factor.passkey-copied', { alert: true, adminId: userId });
  throw wrongPasskey();
}

interface Signed {
  readonly passkey: StoredPasskey;
  readonly challenge: string;
  readonly counter: number;
}

/** Finds the passkey that has signed the session's challenge; null where none of the admin's has. */
async function findSigned({ config, pool }: Platform, { userId, sessionHash }: Caller, assertion: Assertion, at: Date): Promise<Signed | null> {
  const party = relyingParty(config);
  const passkey = (await listPasskeys(pool, userId)).find(({ credentialId }) => credentialId === assertion.id);
  const challenge = await readChallenge(pool, sessionHash, 'give', at);
  if (party === null || passkey === undefined || challenge === null) return null;
  const counter = await verifyAssertion(assertion, challenge, party, passkey);
  return counter === null ? null : { passkey, challenge, counter };
}
