import { describe, expect, it } from 'vitest';
import type { AdminGame, AuditItem } from '../../../src/core/contract/admin';
import { auditWords } from '../../../src/pages/admin/audit/changes';
import { conflictIn, contestedMembers, editOf, followOn, withEdit } from '../../../src/pages/admin/games/edit';
import { differences, formOf, overTheirs, changesOf } from '../../../src/pages/admin/games/game-form';
import { dragTarget, fitOrder, moveItem, placeByKey } from '../../../src/pages/admin/games/order';

const GAME: AdminGame = {
  gameId: 'dice', name: 'Dice', kind: 'dice', categories: ['instant'], rtp: 0.99, contribution: 0.1, minStake: 10, maxStake: 5_000, bytes: 1, art: '',
  enabled: true, newFrom: null, version: 3, updatedAt: '2026-11-22T09:00:00Z', updatedBy: 'Boss', mostStake: 50_000_000,
  observed: { rounds: 0, staked: 0, won: 0, interval: null, isOff: false },
};

describe('an edit of a game', () => {
  it('says only what is changed, and what it was', () => {
    expect(editOf(GAME, { name: 'Dice', contribution: 0.2, newFrom: '2026-12-01' })).toEqual({
      gameId: 'dice', name: 'Dice', version: 3, base: { contribution: 0.1, newFrom: null }, patch: { contribution: 0.2, newFrom: '2026-12-01' },
    });
    expect(editOf(GAME, { ...GAME })).toBeNull();
  });

  it('is laid over what the platform has, a removed day included', () => {
    const dated = { ...GAME, newFrom: '2026-12-01' };
    expect(withEdit(dated, editOf(dated, { newFrom: null }))).toEqual(GAME);
    expect(withEdit(GAME, null)).toEqual(GAME);
  });

  it('is in conflict only where both changed the same member differently', () => {
    const edit = editOf(GAME, { contribution: 0.2, maxStake: 4_000, enabled: false });
    if (edit === null) throw new Error('no edit');
    expect(contestedMembers(edit, { ...GAME, name: 'Dice II', version: 4 })).toEqual([]);
    expect(contestedMembers(edit, { ...GAME, contribution: 0.2, maxStake: 3_000, version: 4 })).toEqual(['maxStake']);
  });

  it('that takes the place of one that waits starts where that one started', () => {
    const first = editOf(GAME, { contribution: 0.2 });
    const item = { userId: 'a', kind: 'edit-game', slot: 'game:dice', key: 'k', at: 1, state: 'waiting', problem: null, body: first } as const;
    const now = { ...GAME, contribution: 0.3, version: 5 };
    const next = editOf(now, { contribution: 0.2, name: 'Mine' });
    if (next === null) throw new Error('no edit');
    expect(followOn(next, item)).toEqual({ ...next, version: 3, base: { contribution: 0.1, name: 'Dice' } });
    expect(contestedMembers(followOn(next, item), now)).toEqual(['contribution']);
    expect(followOn(next, undefined)).toBe(next);
    expect(followOn(next, { ...item, state: 'refused' })).toBe(next);
  });

  it('is read back from the outbox only when this build understands it', () => {
    const item = { userId: 'a', kind: 'edit-game', slot: 'game:dice', key: 'k', at: 1, state: 'conflict' } as const;
    const body = editOf(GAME, { contribution: 0.2 });
    const problem = { type: 't', title: 't', status: 412, code: 'version-conflict', current: { ...GAME, version: 4 } } as const;
    expect(conflictIn({ ...item, body, problem })?.current.version).toBe(4);
    expect(conflictIn({ ...item, body, problem: { ...problem, current: { odd: true } } })).toBeNull();
    expect(conflictIn({ ...item, body: { odd: true }, problem })).toBeNull();
    expect(conflictIn({ ...item, body, problem, state: 'waiting' })).toBeNull();
  });
});

describe('the form of a game', () => {
  it('has the time until which it is hidden as the minute in Lagos, and refuses what is none', () => {
    const hidden = { ...GAME, hiddenUntil: '2026-12-01T08:00:00.000Z' };
    const shown = formOf(hidden);
    expect(shown.hiddenUntil).toBe('2026-12-01T09:00');
    expect(changesOf({ ...shown, hiddenUntil: '2026-12-24T23:30' }, hidden)).toEqual({ changes: { hiddenUntil: '2026-12-24T22:30:00.000Z' } });
    expect(changesOf({ ...shown, hiddenUntil: '' }, hidden)).toEqual({ changes: { hiddenUntil: null } });
    expect(changesOf({ ...shown, hiddenUntil: '2026-13-01T09:00' }, hidden)).toEqual({ errors: { hiddenUntil: 'Enter a day and a time, or leave it empty.' } });
  });

  const form = formOf(GAME);

  it('gives the wanted changes, or the fields that can’t be read', () => {
    expect(changesOf(form, GAME)).toEqual({ changes: {} });
    expect(changesOf({ ...form, contribution: ' 62,5 ', categories: 'instant,  table instant', newFrom: '2026-12-01' }, GAME)).toEqual({
      changes: { contribution: 0.625, categories: ['instant', 'table'], newFrom: '2026-12-01' },
    });
    expect(changesOf({ ...form, contribution: 'lots', minStake: '' }, GAME)).toMatchObject({ errors: { contribution: 'Enter a number.', minStake: 'Enter a number.' } });
  });

  it('that meets another version keeps what was typed, takes the other version elsewhere, and shows both', () => {
    const theirs = formOf({ ...GAME, name: 'Dice II', contribution: 0.3, minStake: 20 });
    const mine = { ...form, contribution: 'lots', maxStake: '4000', minStake: '20' };
    expect(overTheirs(mine, form, theirs)).toEqual({ ...theirs, contribution: 'lots', maxStake: '4000' });
    expect(differences(mine, form, theirs)).toEqual([
      { field: 'contribution', mine: 'lots', theirs: '30', isContested: true },
      { field: 'maxStake', mine: '4000', theirs: '5000', isContested: false },
    ]);
  });
});

describe('arranging games', () => {
  it.each([
    [0, 2, 'bcad'], [3, 0, 'dabc'], [1, 9, 'acdb'], [2, -5, 'cabd'], [1, 1, 'abcd'], [7, 0, 'abcd'],
  ])('moves the one at %i to %i', (from, to, after) => {
    expect(moveItem(['a', 'b', 'c', 'd'], from, to).join('')).toBe(after);
  });

  it('goes by Alt and these keys', () => {
    expect(['ArrowUp', 'ArrowDown', 'Home', 'End', 'x', 'constructor'].map((key) => placeByKey(key, 2, 5))).toEqual([1, 3, 0, 4, null, null]);
  });

  it.each([
    [1, 40, 1], [1, 30, 1], [1, 59, 1], [1, 61, 2], [1, 999, 3], [1, 19, 0], [0, -5, 0], [3, 41, 2], [3, 39, 1], [3, 0, 0],
  ])('the row at %i, dragged to %i, goes to %i', (at, y, to) => {
    expect(dragTarget(y, [20, 40, 60, 80], at)).toBe(to);
  });

  it('applies an earlier order to the present list of games', () => {
    expect(fitOrder(['c', 'gone', 'a'], ['a', 'b', 'c'])).toEqual(['c', 'b', 'a']);
    expect(fitOrder([], ['a', 'b'])).toEqual(['a', 'b']);
  });
});

describe('a line of the audit trail', () => {
  const line = (over: Partial<AuditItem>): AuditItem => ({
    no: 1, at: '2026-11-22T09:00:00.000Z', by: 'Boss', action: 'game-changed', subject: 'dice', before: null, after: null, hash: 'ab', ...over,
  });
  const names = new Map([['dice', 'Dice'], ['mines', 'Mines']]);
  const before = { name: 'Dice', contribution: 0.1, minStake: 10, categories: ['instant'], newFrom: null, enabled: true };

  it('says field by field what was and what is', () => {
    const auditText = auditWords(line({ before, after: { ...before, contribution: 0.125, minStake: 20.5, categories: [], newFrom: '2026-12-01' } }), names);
    expect(auditText.action).toBe('changed the game Dice');
    expect(auditText.changes).toEqual(['Counts for wagering: 10% → 12.5%', 'Lowest stake: ₦10.00 → ₦20.50', 'Categories: instant → none', 'New from: none → 2026-12-01']);
  });

  it('says plainly that a game went off or on', () => {
    expect(auditWords(line({ before, after: { ...before, enabled: false } }), names)).toEqual({ action: 'switched off the game Dice', changes: [], playerId: null });
    expect(auditWords(line({ before: { ...before, enabled: false }, after: { ...before, name: 'D' } }), names).changes).toEqual(['Name: Dice → D', 'On: no → yes']);
  });

  it('tells an order by its beginning', () => {
    const order = ['mines', 'dice', 'c', 'd', 'e', 'f', 'g'];
    expect(auditWords(line({ action: 'games-ordered', subject: 'games', before: { order: [] }, after: { order } }), names)).toEqual({
      action: 'changed the order of the games', changes: ['Now: Mines, Dice, c, d, e and 2 more'], playerId: null,
    });
  });

  it('writes out what a later build knows', () => {
    expect(auditWords(line({ action: 'moon-landed', after: { deep: { a: 1 }, at: '2026-11-22T09:00:00.000Z' } }), names)).toEqual({
      action: 'moon landed', changes: ['deep: {"a":1}', 'at: 22/11/2026, 10:00'], playerId: null,
    });
    expect(auditWords(line({ action: 'constructor', before: [1], after: 'x' }), names)).toEqual({ action: 'constructor', changes: [], playerId: null });
  });

  it('says an amount in naira, a state in words, and names the player by a link alone', () => {
    const after = { about: 'player:u1', userId: 'u1', amount: 50_000, reasonCode: 'goodwill' };
    expect(auditWords(line({ action: 'adjustment-proposed', subject: '7', after }), names)).toEqual({
      action: 'proposed to correct a balance', changes: ['Amount: ₦500.00', 'Reason: goodwill'], playerId: 'u1',
    });
    expect(auditWords(line({ action: 'deposit-credit-proposed', subject: '8', after: { about: 'deposit:d1', userId: 'u1' } }), names))
      .toMatchObject({ changes: ['About: deposit:d1'], playerId: 'u1' });
    expect(auditWords(line({ action: 'withdrawal-refused', subject: 'w1', before: { state: 'checking' }, after: { state: 'refused' } }), names))
      .toMatchObject({ changes: ['State: being checked → refused'], playerId: null });
    expect(auditWords(line({ action: 'player-read', subject: 'u2', after: { part: 'money' } }), names).playerId).toBe('u2');
    expect(auditWords(line({ action: 'invitation-accepted', subject: 'u3', after: { userId: 'u3', username: 'bisi' } }), names).playerId).toBeNull();
  });
});
