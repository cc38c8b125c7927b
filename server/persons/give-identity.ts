/**
 * An identity belongs to another account than the one that has it or had it: somebody else was quicker with the number. Two admins
 * say so, and the identity passes to the account whose it is.
 *
 * The one that had it is a person of its own from then on: it is not verified, and plays no more before it has shown an identity
 * anew; what it holds can be paid out after that, or by people. What it asked for of protection stays there, and what was
 * carried from it ends: what the other account's own player asked for holds there, no less and no more. Bonuses that were
 * ended stay ended, and what the one has had of a promotion the other one does not get again. What the two share beside the number
 * asks on: whoever is excluded and wants back in this way has their phone and browser, and people look at these by themselves.
 */
import type { PoolClient } from 'pg';
import { endRepeatedClaims } from '../bonuses';
import { protectionAt } from '../ledger/protection-state';
import { recordLikenesses, updateRequiredCheck } from '../lookalikes';
import type { Likeness } from '../lookalikes';
import type { MailDeps } from '../mails';
import { carryProtection, endCarriedProtection, findExclusionSource, activeProtectionAt, carryLimits, endCarriedLimits, requireAccount, lockAccounts, raiseProtectionVersion } from '../protection';
import type { ConfirmedDecision, Decision } from './decision';
import { endHintsByTeam } from './two-persons';
import { sendIdentityGivenMail, sendIdentityTakenMail } from './identity-mails';
import { findIdentityPair, pairStanding } from './identity-pairs';
import type { IdentityPair } from './identity-pairs';
import { lockInvolvedAccounts, recordLinks } from './link';
import type { InvolvedAccounts } from './link';
import type { AccountPair } from './proposal-rows';

export const IDENTITY: Decision = {
  async lock(tx, two) {
    await lockPair(tx, two, await findIdentityPair(tx, two));
  },
  async readState(tx, two, at) {
    const pair = await findIdentityPair(tx, two);
    if (pair === null) return null;
    const holder = requireAccount(await lockAccounts(tx, [two.otherId]), two.otherId);
    return `${pairStanding(pair)} ${protectionAt(holder, at)} ${pair.holderIsClosed ? 'closed' : 'open'}`;
  },
  async carryOut(tx, platform, confirmed) {
    const pair = await findIdentityPair(tx, confirmed);
    if (pair === null) throw new Error('the caller has looked');
    await giveIdentity(tx, platform, { ...confirmed, pair, involved: await lockPair(tx, confirmed, pair) });
  },
  messages: {
    cannotPropose: 'These two accounts have not shown one identity, or it is not the second one’s.',
    cannotConfirm: 'The identity is not that account’s any more.',
  },
};

/** An identity before any account, as everywhere: nobody waits in a circle. */
async function lockPair(tx: PoolClient, { playerId, otherId }: AccountPair, pair: IdentityPair | null): Promise<InvolvedAccounts> {
  const involved = await lockInvolvedAccounts(tx, playerId, pair?.personHash ?? null);
  // The other one is among these, but where somebody asks about two that have nothing to do with each other.
  await lockAccounts(tx, [playerId, otherId]);
  return involved;
}

interface IdentityTransfer extends ConfirmedDecision {
  readonly pair: IdentityPair;
  readonly involved: InvolvedAccounts;
}

async function giveIdentity(tx: PoolClient, platform: MailDeps, transfer: IdentityTransfer): Promise<void> {
  const { playerId, otherId, involved, at } = transfer;
  const before = requireAccount(involved.accounts, otherId).person_id;
  const others = involved.accounts
    .filter((each) => before !== null && each.person_id === before && ![playerId, otherId].includes(each.user_id)).map((each) => each.user_id);
  await transferIdentity(tx, transfer);
  await separateAccounts(tx, transfer, others);
  await endCarriedProtection(tx, playerId, at);
  await endCarriedLimits(tx, playerId, at);
  await endRepeatedClaims(tx, { userId: playerId, before: otherId }, at);
  await carryFromEarlierHolders(tx, platform, transfer);
  await endHintsByTeam(tx, transfer, at, 'nin');
  const otherLikenesses = others.map((userId): Likeness => ({ of: playerId, userId, kinds: ['nin'], personHash: transfer.pair.personHash }));
  await recordLikenesses(tx, [...involved.likenesses, ...otherLikenesses], at);
  for (const each of [playerId, otherId]) {
    await updateRequiredCheck(tx, each, at);
    await raiseProtectionVersion(tx, each);
  }
  await sendIdentityGivenMail(tx, platform, { userId: playerId, at });
  // Whoever closed the account gets no mail about it any more.
  if (!transfer.pair.holderIsClosed) await sendIdentityTakenMail(tx, platform, { userId: otherId, at });
}

/** The number is the same, so the digits of it are, too; the consent is the one that was given at this account. */
async function transferIdentity(tx: PoolClient, { playerId, otherId, pair: { personHash, follows }, at }: IdentityTransfer): Promise<void> {
  await tx.query('UPDATE identity SET passed_at = coalesce(passed_at, $3), taken_at = $3 WHERE user_id = $1 AND person_hash = $2 AND taken_at IS NULL', [
    otherId, personHash, at,
  ]);
  if (follows) return;
  await tx.query(`UPDATE player SET verification = 'none', version = version + 1 WHERE user_id = $1`, [otherId]);
  await tx.query(
    `INSERT INTO identity (user_id, person_hash, gateway, kind, last_four, wording_version, verified_at)
     SELECT $1, $3, i.gateway, i.kind, i.last_four, c.wording_version, $4 FROM identity i JOIN identity_check c ON c.user_id = $1 AND c.person_hash = $3
     WHERE i.user_id = $2 AND i.person_hash = $3 ORDER BY i.identity_id DESC, c.check_id DESC LIMIT 1`,
    [playerId, otherId, personHash, at],
  );
  await tx.query(`UPDATE player SET verification = 'verified', version = version + 1 WHERE user_id = $1`, [playerId]);
}

/**
 * The account that had the identity leaves the person, and the others are called after the one that has it now: so no account that
 * left gives its name to two persons.
 */
async function separateAccounts(tx: PoolClient, { playerId, otherId, proposalId, at }: IdentityTransfer, others: readonly string[]): Promise<void> {
  await tx.query('UPDATE player SET person_id = NULL, version = version + 1 WHERE user_id = $1', [otherId]);
  await tx.query('UPDATE player SET person_id = $2, version = version + 1 WHERE user_id = ANY($1)', [[playerId, ...others], playerId]);
  await tx.query(
    `INSERT INTO person_separation (user_id, other_id, at, proposal_id, after_check)
     VALUES ($1, $2, $3, $4, (SELECT coalesce(max(check_id), 0) FROM identity_check WHERE user_id = $1))`,
    [otherId, playerId, at, proposalId],
  );
  await recordLinks(tx, [playerId, otherId, ...others], at);
}

/** What holds at closed accounts that had the identity before, and that nobody has told apart from this one. */
async function carryFromEarlierHolders(tx: PoolClient, platform: MailDeps, { playerId, pair: { personHash }, at }: IdentityTransfer): Promise<void> {
  const { rows } = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM identity WHERE person_hash = $1 AND user_id <> $2 AND taken_at IS NULL ORDER BY identity_id',
    [personHash, playerId],
  );
  for (const { user_id: before } of rows) {
    await carryLimits(tx, { from: before, to: playerId }, at);
    await endRepeatedClaims(tx, { userId: playerId, before }, at);
    const accounts = await lockAccounts(tx, [playerId, before]);
    const carried = activeProtectionAt(requireAccount(accounts, before), at);
    if (carried === null) continue;
    const source = await findExclusionSource(tx, before);
    await carryProtection(tx, platform, requireAccount(accounts, playerId), { carried, source, at });
  }
}
