/** Proposes a correction, which moves no money before another person confirms it. */
import type { PoolClient } from 'pg';
import type { Correction } from '../../src/core/contract/corrections';
import { writeAudit } from '../audit';
import { createDecisionContext, findOwnPlayerRefusal, readOrigin, requireRole } from '../four-eyes';
import type { Browser, CountedPhones, DecisionContext, OwnPlayerRefusal } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import { moneyTransaction } from '../ledger/operation';
import type { Platform } from '../platform';
import { hasOpenCorrection, insertCorrection, lockCorrection } from './correction-rows';
import type { NewCorrection } from './correction-rows';
import { kindOf } from './kinds';
import { ownPlayerProblem } from './own-player';
import { toCorrection } from './to-contract';

/** One lock for all corrections: they are few, and the caps and remainders that one of them checks must not change before it ends. */
const CORRECTIONS_LOCK_KEY = 4_150_111_061;

export async function lockCorrections(tx: PoolClient): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [CORRECTIONS_LOCK_KEY]);
}

export interface Proposer {
  readonly adminId: string;
  /** The browser that the proposal came from; undefined where it came by no request. */
  readonly browser?: Browser | undefined;
}

/**
 * Stores a proposal and its line in the audit trail. Throws 403 `own-request` where the player seems to be the proposer (with a line in the trail
 * and an alert), 409 `conflict` where a correction of the same is open, and what the kind refuses.
 */
export async function proposeCorrection(platform: Platform, { adminId, browser }: Proposer, correction: NewCorrection): Promise<Correction> {
  const context = createDecisionContext(platform, adminId);
  const kind = kindOf(correction.kind);
  if (kind === undefined) throw new Error(`no correction is called ${correction.kind}`);
  const result = await moneyTransaction(platform, async (tx) => {
    await requireRole(tx, adminId, 'payments');
    await lockCorrections(tx);
    const refusal = await findOwnPlayerOf(tx, context, correction, browser);
    if (refusal !== null) {
      await writeAudit(tx, { at: context.now, userId: adminId, action: 'correction-not-counted', subject: correction.subject, before: null, after: { ...refusal } });
      return refusal;
    }
    await kind.check(tx, platform, { correction, proposedBy: adminId, at: context.now });
    if (await hasOpenCorrection(tx, correction.subject)) {
      throw new ProblemError('conflict', 'A correction of this has already been proposed.', { detail: 'It has to be confirmed or withdrawn before the next one.' });
    }
    const proposalId = newId(platform);
    await insertCorrection(tx, correction, { proposalId, by: adminId, at: context.now, ...readOrigin(browser) });
    const action = `${correction.kind}-proposed`;
    await writeAudit(tx, { at: context.now, userId: adminId, action, subject: proposalId, before: null, after: auditedOf(correction) });
    const row = await lockCorrection(tx, proposalId);
    if (row === undefined) throw new Error('the correction is missing');
    return toCorrection(tx, platform, row, context);
  });
  if (!('by' in result)) return result;
  platform.log('correction.not-counted', { alert: true, adminId, subject: correction.subject, ...result });
  throw ownPlayerProblem();
}

/** What takes money away does nobody a favour. */
export const phonesFor = (amount: number): CountedPhones => (amount < 0 ? 'earlier' : 'any');

/** Returns why the player of a correction seems to be the admin who decides about it. */
export async function findOwnPlayerOf(
  tx: PoolClient, context: DecisionContext, { userId, amount }: NewCorrection, browser: Browser | undefined,
  phones: CountedPhones = phonesFor(amount),
): Promise<OwnPlayerRefusal | null> {
  if (userId === null) return null;
  if (userId === context.adminId) return { by: 'own', kind: 'identity' };
  return findOwnPlayerRefusal(tx, context, { playerId: userId, deviceCookie: browser?.cookie ?? null }, phones);
}

/** Selects the part of a correction that the audit trail shows: everything except who proposed it and when. */
export function auditedOf(correction: NewCorrection): Readonly<Record<string, unknown>> {
  const { subject, userId, amount, reasonCode, note, playerText, takesBack, bankReference, facts } = correction;
  return {
    about: subject, userId, amount, reasonCode, note,
    ...(playerText !== null && { playerText }), ...(takesBack !== null && { takesBack }), ...(bankReference !== null && { bankReference }), ...facts,
  };
}
