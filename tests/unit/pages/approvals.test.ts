import { describe, expect, it } from 'vitest';
import type { AdminWithdrawal } from '../../../src/core/contract/approvals';
import { failure } from '../../../src/core/errors';
import { EMPTY_QUEUE, queueAfter } from '../../../src/pages/admin/approvals/queue';
import type { Queue, QueueEvent } from '../../../src/pages/admin/approvals/queue';
import { agoWords, approvedWords, consequenceOf, missingPersons, moneyOf, relatedWords, requestOf } from '../../../src/pages/admin/approvals/withdrawal-texts';

const AT = '2026-11-21T08:00:00Z';
const AT_MS = Date.parse(AT);
const MINUTE_MS = 60_000;

function item(withdrawalId: string, changes: Partial<AdminWithdrawal> = {}): AdminWithdrawal {
  return {
    withdrawalId, amount: 120_000, currency: 'NGN', state: 'checking', bankName: 'Access Bank', lastFour: '1234', accountName: 'ADA OBI',
    timeline: [], reason: null, createdAt: AT, updatedAt: AT, approvalsNeeded: 2, approvals: [], refusedBy: null, locked: null, lockedWhy: null,
    player: {
      userId: 'u1', username: 'ada', name: 'Ada Obi', memberSince: AT, verification: 'verified', paidIn: 200_000, paidOut: 0, staked: 0, won: 0,
    },
    ...changes,
  };
}

const approval = (username: string) => ({ userId: `u-${username}`, username, at: AT });
const after = (...events: QueueEvent[]): Queue => events.reduce(queueAfter, EMPTY_QUEUE);
const waiting = (ids: string, next: string | null = null): QueueEvent =>
  ({ type: 'waiting', page: { items: Array.from(ids).map((id) => item(id)), next, persons: 2 }, at: AT_MS });
const decided = (ids: string, next: string | null = null): QueueEvent =>
  ({ type: 'decided', page: { items: Array.from(ids).map((id) => item(id, { state: 'paid' })), next, persons: 2 } });
const older = (cursor: string, ids: string, next: string | null = null): QueueEvent =>
  ({ type: 'older', cursor, page: { items: Array.from(ids).map((id) => item(id, { state: 'paid' })), next, persons: 2 } });
const ids = (items: Queue['pending']) => items?.map(({ withdrawalId }) => withdrawalId).join('');

describe('the persons that an approval needs', () => {
  it('are missing where the admins count as fewer than what waits needs, and never while nothing waits', () => {
    expect(missingPersons([item('a')], 1)).toBe(2);
    expect(missingPersons([item('a'), item('b', { approvalsNeeded: 3 })], 2)).toBe(3);
    expect([missingPersons([item('a')], 2), missingPersons([], 1), missingPersons([item('a')], null)]).toEqual([null, null, null]);
  });
});

describe('the queue of approvals', () => {
  it('knows nothing before the first answer, and keeps what it has when a later one fails', () => {
    expect(EMPTY_QUEUE.pending).toBeNull();
    const { error } = failure('network');
    const queue = after(waiting('ab'), { type: 'failed', error });
    expect([ids(queue.pending), queue.error]).toEqual(['ab', error]);
    expect(queueAfter(queue, waiting('b')).error).toBeNull();
  });

  it('does not show a canceled request as an error', () => {
    expect(after(waiting('a'), { type: 'failed', error: failure('canceled').error }).error).toBeNull();
  });

  it('says when more wait than are shown', () => {
    expect(after(waiting('ab', 'c1')).isPartial).toBe(true);
    expect(after(waiting('ab', 'c1'), waiting('ab')).isPartial).toBe(false);
  });

  it('drops what others decided', () => {
    expect(ids(after(waiting('abc'), waiting('ac')).pending)).toBe('ac');
  });

  it('keeps the row somebody is at work on where it stands, and says that it is decided, until it is let go', () => {
    const queue = after(waiting('abc'), { type: 'hold', id: 'b' }, waiting('acd'));
    expect([ids(queue.pending), queue.decidedElsewhereId]).toEqual(['abcd', 'b']);
    expect(ids(queueAfter(queue, waiting('ac')).pending)).toBe('abc');
    const letGo = queueAfter(queue, { type: 'let-go' });
    expect([ids(letGo.pending), letGo.decidedElsewhereId, letGo.activeId]).toEqual(['acd', null, null]);
  });

  it('lets go of a row that is decided when another is taken up', () => {
    const queue = after(waiting('abc'), { type: 'hold', id: 'b' }, waiting('ac'), { type: 'hold', id: 'c' });
    expect([ids(queue.pending), queue.decidedElsewhereId, queue.activeId]).toEqual(['ac', null, 'c']);
  });

  it('keeps a held row that still waits as the platform tells it now', () => {
    const fresh = item('b', { approvals: [approval('chidi')] });
    const queue = after(waiting('ab'), { type: 'hold', id: 'b' }, { type: 'waiting', page: { items: [fresh], next: null, persons: 2 }, at: AT_MS });
    expect([queue.pending, queue.decidedElsewhereId]).toEqual([[fresh], null]);
  });

  it('shows an approval that is not the last at its row', () => {
    const mine = item('b', { approvals: [approval('chidi')], locked: 'approved' });
    const queue = after(waiting('ab'), decided(''), { type: 'answered', item: mine });
    expect([queue.pending?.[1], ids(queue.decided)]).toEqual([mine, '']);
  });

  it('moves what is decided to the top of the other list, once', () => {
    const queue = after(waiting('ab'), decided('x'), { type: 'hold', id: 'b' }, { type: 'answered', item: item('b', { state: 'sending' }) });
    expect([ids(queue.pending), ids(queue.decided), queue.activeId]).toEqual(['a', 'bx', null]);
    expect(ids(queueAfter(queue, decided('bx')).decided)).toBe('bx');
  });

  it('renews the newest decisions and keeps the older ones that were loaded', () => {
    const queue = after(decided('dc', 'n1'), older('n1', 'ba', 'n2'), decided('ed', 'n9'));
    expect([ids(queue.decided), queue.next]).toEqual(['edcba', 'n2']);
  });

  it('starts a new list when so many were decided that the loaded pages no longer meet', () => {
    const queue = after(decided('cb', 'n1'), older('n1', 'a'), decided('zy', 'n9'));
    expect([ids(queue.decided), queue.next]).toEqual(['zy', 'n9']);
  });

  it('accepts an older page once, and only the next one', () => {
    const queue = after(decided('dc', 'n1'), older('n0', 'zz'), older('n1', 'cb', 'n2'), older('n1', 'cb', 'n2'));
    expect([ids(queue.decided), queue.next]).toEqual(['dcb', 'n2']);
  });
});

describe('what is said of another account of the player', () => {
  const account = {
    userId: 'u2', username: 'bola', memberSince: AT, verification: 'none', relation: 'alike', isClosed: false, prizes: 0, bonuses: 0,
  } as const;

  it('tells who it is, and what it has got of prizes and bonuses together, where it has got any', () => {
    expect(relatedWords(account, 'NGN')).toBe('bola: NIN not checked, since 21/11/2026');
    expect(relatedWords({ ...account, verification: 'verified', isClosed: true, prizes: 50_000, bonuses: 620.5 }, 'NGN')).toBe(
      'bola: NIN checked, since 21/11/2026, closed, ₦50,620.50 from prizes and bonuses',
    );
  });
});

describe('what is said of a withdrawal', () => {
  it('tells exactly what the last approval does, with the amount, the bank and the name', () => {
    expect(consequenceOf(item('a', { approvals: [approval('chidi')] }))).toBe(
      'This is the second approval: ₦120,000 goes to Access Bank ••••1234, ADA OBI. It is sent at once, and you can’t undo it.',
    );
    expect(consequenceOf(item('a', { approvalsNeeded: 1 }))).toMatch(/^One approval is enough: ₦120,000 goes to Access Bank/);
  });

  it('says that an approval before the last sends nothing', () => {
    expect(consequenceOf(item('a'))).toBe('This is the first approval of 2. Nothing is sent yet: one more admin has to approve it.');
    expect(consequenceOf(item('a', { approvalsNeeded: 3 }))).toMatch(/2 more admins have to approve it\.$/);
  });

  it('says after an approval whether the money moves', () => {
    expect(approvedWords(item('a', { approvals: [approval('chidi')] }))).toMatch(/One more admin has to approve it before anything is sent/);
    expect(approvedWords(item('a', { state: 'sending' }))).toMatch(/on its way to Access Bank ••••1234, ADA OBI\.$/);
  });

  it('names a request by amount and person, with kobo where there are some', () => {
    expect(requestOf(item('a'))).toBe('₦120,000 for Ada Obi');
    expect(moneyOf({ amount: 1_500.5, currency: 'NGN' })).toBe('₦1,500.50');
    expect(moneyOf({ amount: 0.001, currency: 'NGN' })).toBe('–');
  });

  it('says how long it waits in the largest unit', () => {
    const words = (minutes: number) => agoWords(AT_MS, AT_MS + minutes * MINUTE_MS);
    expect([-5, 0, 1, 59, 60, 1_439, 1_440, 3_000].map(words)).toEqual(
      ['just now', 'just now', '1 min ago', '59 min ago', '1 h ago', '23 h ago', '1 day ago', '2 days ago'],
    );
  });
});
