/** Offers secrets to admins, enrols them, and makes recovery codes. */
import type { PoolClient } from 'pg';
import { brand } from '../../src/core/brand';
import type { FactorOffer } from '../../src/core/contract/second-factor';
import { endSessions, requirePlayer } from '../accounts';
import type { Device } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import type { Caller } from '../http/router';
import type { Platform } from '../platform';
import { readSealing } from '../sealed-fields';
import { base32 } from './base32';
import { sendFactorMail } from './factor-mails';
import { wrongCode } from './give';
import { deletePasskeys } from './passkey-rows';
import { holdFactor, putFactor, putRecoveryCodes, readFactor, recordGiven } from './rows';
import { findSteps, SECRET_BYTES } from './totp';

/** Offers the session's secret, with the link that an app takes. */
export async function offerFactor(platform: Platform, caller: Caller): Promise<FactorOffer> {
  const { username } = await requirePlayer(platform.pool, caller.userId);
  const secret = base32((await readOffer(platform, platform.pool, caller)).secret);
  const label = `${encodeURIComponent(brand.name)}:${encodeURIComponent(username)}`;
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(brand.name)}` };
}

interface Offer {
  readonly secret: Buffer;
  /** When the admin enrolled the factor that this one would replace; null where there is none. */
  readonly enrolledAt: Date | null;
}

/**
 * Derives the offered secret from a key that the database does not have, so that no offer has to be stored. Each session gets another secret, and
 * each enrolment changes it.
 */
async function readOffer({ fieldKeys }: Platform, db: Platform['pool'] | PoolClient, { userId, sessionHash }: Caller): Promise<Offer> {
  const enrolledAt = (await readFactor(db, fieldKeys, userId))?.enrolledAt ?? null;
  const { keyId } = await readSealing(db);
  const text = `ayo: offer of a second factor/${userId}/${sessionHash}/${enrolledAt?.toISOString() ?? 'first'}`;
  return { secret: (await fieldKeys.indexOf(keyId, text)).subarray(0, SECRET_BYTES), enrolledAt };
}

/**
 * Enrols the offered secret, removes all passkeys, ends all other sessions, and returns new recovery codes. Throws 401 `invalid-credentials` for
 * a code that the secret has not made, and 403 `second-factor-due` where another session has enrolled one meanwhile.
 */
export async function enrolFactor(platform: Platform, caller: Caller, code: string, device: Device): Promise<readonly string[]> {
  const { userId, sessionHash } = caller;
  return transaction(platform.pool, async (tx) => {
    await tx.query('SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
    const at = platform.now();
    const { secret, enrolledAt } = await readOffer(platform, tx, caller);
    if (enrolledAt !== null && !(await hasGiven(tx, sessionHash))) throw new ProblemError('second-factor-due', 'Give your second factor first.');
    const step = findSteps(secret, code, at).at(-1);
    if (step === undefined) throw wrongCode();
    await putFactor(tx, platform.fieldKeys, { userId, secret, enrolledAt: at, step });
    if (!(await recordGiven(tx, sessionHash, at))) throw new ProblemError('unauthorised', 'Sign in first.');
    await endSessions(tx, userId, sessionHash, 'second-factor', at, device);
    // A factor is replaced where somebody else may have had it, and then they may have added a passkey, too.
    await deletePasskeys(tx, userId);
    const codes = await putRecoveryCodes(tx, platform, userId);
    const isFirst = enrolledAt === null;
    await writeAudit(tx, { at, userId, action: isFirst ? 'second-factor-enrolled' : 'second-factor-replaced', subject: userId, before: null, after: null });
    await sendFactorMail(tx, platform, userId, isFirst ? 'enrolled' : 'replaced');
    return codes;
  });
}

/** Says whether the session has given the factor. Of two enrolments at once, the one that waited must not replace the other's factor. */
async function hasGiven(tx: PoolClient, sessionHash: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM session WHERE session_hash = $1 AND factor_at IS NOT NULL', [sessionHash]);
  return rowCount === 1;
}

/** Makes new recovery codes in place of the old ones. */
export function renewCodes(platform: Platform, caller: Caller): Promise<readonly string[]> {
  const { userId } = caller;
  return transaction(platform.pool, async (tx) => {
    await holdFactor(tx, caller);
    const codes = await putRecoveryCodes(tx, platform, userId);
    await writeAudit(tx, { at: platform.now(), userId, action: 'recovery-codes-made', subject: userId, before: null, after: null });
    await sendFactorMail(tx, platform, userId, 'codes-made');
    return codes;
  });
}
