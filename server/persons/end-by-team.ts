/**
 * The way out for a player whose identity is shown and who is still stopped, because an excluded account that nobody has
 * verified looks like theirs: one admin says that they are two persons, another one confirms.
 */
import type { PoolClient } from 'pg';
import type { LookalikeProposal } from '../../src/core/contract/lookalikes';
import { writeAudit } from '../admin/audit';
import { lookingAs } from '../admin/eyes';
import { isOwnPlayer } from '../admin/own-player';
import { notCounted } from '../admin/second-yes';
import { originOf } from '../admin/traces';
import type { Browser } from '../admin/traces';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import type { Platform } from '../platform';
import { lockAccounts } from '../protection/player';
import { settle } from './hints';
import { endHintsByTeam, endProposal, hasOpenProposal, insertProposal, lockProposal, openPair, toProposal } from './team-rows';
import type { ProposalRow, Two } from './team-rows';

export interface Proposing extends Two {
  readonly adminId: string;
  readonly browser: Browser;
}

export interface Deciding extends Proposing {
  readonly proposalId: string;
}

/**
 * Proposes that the two are two persons. Throws 403 `own-request` where one of them seems to be the admin's own, 404 `not-found`
 * where the player is not stopped because of the other one, and 409 `conflict` where it is proposed already.
 */
export async function proposeTwoPersons(platform: Platform, proposing: Proposing, reason: string): Promise<LookalikeProposal> {
  const { adminId, playerId, otherId } = proposing;
  return transaction(platform.pool, async (tx) => {
    await lockAccounts(tx, [playerId, otherId]);
    await refuseOwn(tx, proposing);
    const at = platform.now();
    if ((await openPair(tx, proposing, at)) === null) throw new ProblemError('not-found', 'This player is not stopped by that account.');
    if (await hasOpenProposal(tx, proposing)) {
      throw new ProblemError('conflict', 'This is proposed already.', { detail: 'Another admin has to confirm it, or it has to be withdrawn.' });
    }
    const proposalId = newId(platform);
    const row = { proposal_id: proposalId, user_id: playerId, other_id: otherId, reason, proposed_by: adminId, proposed_at: at };
    await insertProposal(tx, { ...row, ...originOf(proposing.browser) });
    await writeAudit(tx, { at, userId: adminId, action: 'two-persons-proposed', subject: playerId, before: null, after: { proposalId, with: otherId, reason } });
    return toProposal(await mustLock(tx, proposing, proposalId), adminId, null);
  });
}

/**
 * Confirms another admin's proposal: what the two accounts share asks nothing of them any more. Something else that they turn
 * out to share later is asked about anew. The same admin's yes again changes nothing. Throws 404 `not-found`, 403 `own-request`,
 * 403 `not-counted` for somebody who counts as one person with the proposer or has just become an admin (a line in the trail
 * and an alert), and 409 `conflict` where it is over.
 */
export async function confirmTwoPersons(platform: Platform, deciding: Deciding): Promise<void> {
  const { adminId, playerId, otherId, proposalId } = deciding;
  const looking = lookingAs(platform, adminId);
  const refusal = await transaction(platform.pool, async (tx) => {
    await lockAccounts(tx, [playerId, otherId]);
    const proposal = await mustLock(tx, deciding, proposalId);
    if (proposal.proposed_by === adminId) throw new ProblemError('own-request', 'You have proposed this yourself. Somebody else has to confirm it.');
    await refuseOwn(tx, deciding);
    if (proposal.end_reason === 'confirmed' && proposal.ended_by === adminId) return null;
    if (proposal.end_reason !== null) throw new ProblemError('conflict', `This proposal is ${proposal.end_reason} already.`);
    if ((await openPair(tx, deciding, looking.now)) === null) throw new ProblemError('conflict', 'This player is not stopped by that account any more.');
    const found = await notCounted(tx, looking, proposal);
    if (found !== null) {
      const after = { proposalId, ...found.why };
      await writeAudit(tx, { at: looking.now, userId: adminId, action: 'confirmation-not-counted', subject: playerId, before: null, after });
      return found;
    }
    await end(tx, { deciding, proposal, at: looking.now });
    return null;
  });
  if (refusal === null) return;
  platform.log('two-persons.not-counted', { alert: true, adminId, playerId, otherId, proposalId, ...refusal.why });
  throw refusal.problem;
}

interface Ending {
  readonly deciding: Deciding;
  readonly proposal: ProposalRow;
  readonly at: Date;
}

async function end(tx: PoolClient, { deciding, proposal, at }: Ending): Promise<void> {
  const { adminId, playerId, otherId, proposalId } = deciding;
  await endProposal(tx, proposalId, { reason: 'confirmed', by: adminId, at });
  await endHintsByTeam(tx, deciding, at);
  for (const userId of [playerId, otherId]) await settle(tx, userId, at);
  const { reason, proposed_by: proposedBy } = proposal;
  await writeAudit(tx, {
    at, userId: adminId, action: 'two-persons-confirmed', subject: playerId, before: null, after: { with: otherId, reason, proposedBy },
  });
}

/**
 * Takes a proposal off the table: any admin may, since nothing changes by it. Again changes nothing. Throws 404 `not-found`, and
 * 409 `conflict` for one that was confirmed.
 */
export async function withdrawTwoPersons(platform: Pick<Platform, 'pool' | 'now'>, deciding: Omit<Deciding, 'browser'>): Promise<void> {
  const { adminId, playerId, otherId, proposalId } = deciding;
  await transaction(platform.pool, async (tx) => {
    const proposal = await mustLock(tx, deciding, proposalId);
    if (proposal.end_reason === 'withdrawn') return;
    if (proposal.end_reason === 'confirmed') throw new ProblemError('conflict', 'This proposal is confirmed already.');
    const at = platform.now();
    await endProposal(tx, proposalId, { reason: 'withdrawn', by: adminId, at });
    const before = { proposalId, with: otherId, reason: proposal.reason };
    await writeAudit(tx, { at, userId: adminId, action: 'two-persons-withdrawn', subject: playerId, before, after: null });
  });
}

async function mustLock(tx: PoolClient, two: Two, proposalId: string): Promise<ProposalRow> {
  const proposal = await lockProposal(tx, two, proposalId);
  if (proposal === undefined) throw new ProblemError('not-found', 'There is no such proposal.');
  return proposal;
}

async function refuseOwn(tx: PoolClient, { adminId, playerId, otherId, browser }: Proposing): Promise<void> {
  for (const each of [playerId, otherId]) {
    if (!(await isOwnPlayer(tx, { adminId, playerId: each, deviceCookie: browser.cookie ?? null }))) continue;
    throw new ProblemError('own-request', 'One of these accounts seems to be your own.', {
      detail: 'It has your identity, your phone number, or is used in this browser. Others decide on it.',
    });
  }
}
