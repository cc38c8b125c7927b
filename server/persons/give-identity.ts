/**
 * Moves an identity from the account that has it, or had it, to the account of its owner, where somebody else was quicker to
 * use the number. Two admins decide this.
 *
 * From then on the previous holder is a separate person. It is not verified and can't play until it shows another identity; its
 * balance can be paid out after that, or by people. The limits, breaks and exclusions that it asked for stay on it. Those that
 * were carried from it to the owner's account end, so that the owner has exactly what they asked for. Bonuses that were ended
 * stay ended, and the owner does not get a promotion again that the previous holder has had. Hints other than the shared number
 * stay, because an excluded player who tries to come back this way has the same phone and browser; people decide on these hints
 * separately. A lock that holds on the previous holder holds on the owner's account as well, until the team ends it: otherwise
 * two accounts and a story would open what was locked.
 */
import type { PoolClient } from 'pg';
import { endRepeatedClaims } from '../bonuses';
import { protectionAt } from '../ledger/protection-state';
import { insertHints, requestSettling } from '../lookalikes';
import type { Hint } from '../lookalikes';
import type { MailDeps } from '../mails';
import { carryProtection, endCarriedProtection, findExclusionSource, activeProtectionAt, carryLimits, endCarriedLimits, requireAccount, lockAccounts, raiseProtectionVersion } from '../protection';
import { carryLocks } from './carry-locks';
import type { ConfirmedDecision, Decision } from './decision';
import { endHintsByTeam } from './two-persons';
import { sendIdentityGivenMail, sendIdentityTakenMail } from './identity-mails';
import { findIdentityPair, pairState } from './identity-pairs';
import type { IdentityPair } from './identity-pairs';
import { lockInvolvedAccounts, recordLinks } from './link';
import type { InvolvedAccounts } from './link';
import type { AccountPair } from './proposal-rows';

export const GIVE_IDENTITY: Decision = {
  async lock(tx, accountPair) {
    await lockPair(tx, accountPair, await findIdentityPair(tx, accountPair));
  },
  async readState(tx, accountPair, at) {
    const pair = await findIdentityPair(tx, accountPair);
    if (pair === null) return null;
    const holder = requireAccount(await lockAccounts(tx, [accountPair.otherId]), accountPair.otherId);
    return `${pairState(pair)} ${protectionAt(holder, at)} ${pair.holderIsClosed ? 'closed' : 'open'}`;
  },
  async carryOut(tx, platform, confirmed) {
    const pair = await findIdentityPair(tx, confirmed);
    if (pair === null) throw new Error('the pair is missing, although its state was read before');
    await giveIdentity(tx, platform, { ...confirmed, pair, involved: await lockPair(tx, confirmed, pair) });
  },
  messages: {
    cannotPropose: 'These two accounts have not shown the same identity, or the second one does not have it.',
    cannotConfirm: 'That account does not have the identity any more.',
  },
};

/** Locks the identity before any account, as everywhere, so that no two transactions wait for each other. */
async function lockPair(tx: PoolClient, { playerId, otherId }: AccountPair, pair: IdentityPair | null): Promise<InvolvedAccounts> {
  const involved = await lockInvolvedAccounts(tx, playerId, pair?.personHash ?? null);
  // The other account is locked already, except where the two have nothing to do with each other.
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
  await endRepeatedClaims(tx, { userId: playerId, earlierUserIds: [otherId] }, at);
  await carryFromEarlierHolders(tx, platform, transfer);
  await carryLocks(tx, { from: otherId, to: playerId }, at);
  await endHintsByTeam(tx, transfer, at, 'nin');
  await insertHints(tx, others.map((userId): Hint => ({ userId, otherId: playerId, kind: 'nin', personHash: transfer.pair.personHash })), at);
  await requestSettling(tx, [playerId, otherId], at);
  for (const each of [playerId, otherId]) await raiseProtectionVersion(tx, each);
  await sendIdentityGivenMail(tx, platform, { userId: playerId, at });
  // We send no mail to a closed account.
  if (!transfer.pair.holderIsClosed) await sendIdentityTakenMail(tx, platform, { userId: otherId, at });
}

/**
 * Copies the kind and the last digits from the holder's identity, since the number is the same. The consent is the one that was
 * given at this account.
 */
async function transferIdentity(tx: PoolClient, { playerId, otherId, pair: { personHash, isSuccessor }, at }: IdentityTransfer): Promise<void> {
  await tx.query('UPDATE identity SET passed_at = coalesce(passed_at, $3), taken_at = $3 WHERE user_id = $1 AND person_hash = $2 AND taken_at IS NULL', [
    otherId, personHash, at,
  ]);
  if (isSuccessor) return;
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
 * Takes the previous holder out of the person, and names the person after the new holder, so that an account that has left
 * never names two persons.
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

/**
 * Carries limits, breaks, exclusions and locks from closed accounts that had the identity before, unless people have decided that
 * those belong to another person.
 */
async function carryFromEarlierHolders(tx: PoolClient, platform: MailDeps, { playerId, pair: { personHash }, at }: IdentityTransfer): Promise<void> {
  const { rows } = await tx.query<{ user_id: string }>(
    'SELECT user_id FROM identity WHERE person_hash = $1 AND user_id <> $2 AND taken_at IS NULL ORDER BY identity_id',
    [personHash, playerId],
  );
  for (const { user_id: before } of rows) {
    await carryLimits(tx, { from: before, to: playerId }, at);
    await carryLocks(tx, { from: before, to: playerId }, at);
    await endRepeatedClaims(tx, { userId: playerId, earlierUserIds: [before] }, at);
    const accounts = await lockAccounts(tx, [playerId, before]);
    const carried = activeProtectionAt(requireAccount(accounts, before), at);
    if (carried === null) continue;
    const source = await findExclusionSource(tx, before);
    await carryProtection(tx, platform, requireAccount(accounts, playerId), { carried, source, at });
  }
}
