/** The facts about a player that admins read before they decide on a withdrawal. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { AdminWithdrawal, RelatedAccount } from '../../../src/core/contract/approvals';
import { PlayerFacts } from '../../../src/pages/admin/approvals/Facts';

const AT = '2026-11-21T08:00:00Z';
const PLAYER: AdminWithdrawal['player'] = {
  userId: 'u1', username: 'ada', name: 'Ada Obi', memberSince: AT, verification: 'none', paidIn: 0, paidOut: 0, staked: 0, won: 0,
};

/** The text of the facts, a space between two of them. */
function factsOf(player: Partial<AdminWithdrawal['player']>, otherOpen?: AdminWithdrawal['otherOpen'], more: Partial<AdminWithdrawal> = {}): string {
  const item: AdminWithdrawal = {
    withdrawalId: 'w1', amount: 50_000, currency: 'NGN', state: 'checking', bankName: 'Access Bank', lastFour: '1234', accountName: 'ADA OBI',
    timeline: [], reason: null, createdAt: AT, updatedAt: AT, approvalsNeeded: 2, approvals: [], refusedBy: null, locked: null, lockedWhy: null,
    player: { ...PLAYER, ...player }, otherOpen, ...more,
  };
  return renderToStaticMarkup(<PlayerFacts item={item} />).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

const account = (n: number, relation: RelatedAccount['relation']): RelatedAccount => ({
  userId: `u${n}`, username: `ada${n}`, memberSince: AT, verification: 'verified', relation, isClosed: false, prizes: 50_000, bonuses: 0,
});

describe('the facts about a player', () => {
  it('say nothing of other accounts, prizes and bonuses where there are none, or a platform does not tell', () => {
    for (const text of [factsOf({}), factsOf({ prizes: 0, bonuses: 0, isSecond: false, related: [], relatedCount: 0 }, [])]) {
      expect(text).not.toMatch(/prizes|bonuses|account|Other/);
    }
  });

  it('say what of it was not played, and why it is asked for', () => {
    expect(factsOf({}, [], { unplayed: { amount: 5_000, reason: 'mistake' } })).toMatch(/Deposited and not played ₦ ?5,000 The player deposited by mistake/);
    expect(factsOf({}, [], { unplayed: { amount: 5_000, reason: 'another' } })).toContain('another');
  });

  it('say that it is a second account, whose it is, what came from prizes and bonuses, and what the others ask for', () => {
    const open = { withdrawalId: 'w2', userId: 'u3', username: 'ada3', amount: 10_000, state: 'checking', createdAt: AT } as const;
    const text = factsOf({ isSecond: true, prizes: 100_000, bonuses: 600, related: [account(2, 'same-person'), account(3, 'alike')], relatedCount: 5 }, [open]);
    expect(text).toContain('NIN not checked A second account: the person’s other account plays');
    expect(text).toMatch(/From prizes of draws ₦ ?100,000/);
    expect(text).toMatch(/From bonuses ₦ ?600/);
    expect(text).toContain('Other accounts with this NIN ada2: NIN checked, since 21/11/2026, ₦50,000 from prizes and bonuses');
    expect(text).toContain('Same name and date of birth, not proven to be the same person ada3: NIN checked');
    expect(text).toContain('and 3 more accounts');
    expect(text).toContain('Other withdrawals under way, of this account and of these ₦10,000 by ada3: Waiting');
  });
});
