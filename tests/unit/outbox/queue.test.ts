import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { failure } from '../../../src/core/errors';
import { GIVE_CONSENTS } from '../../../src/core/outbox/calls';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { kind } from '../../../src/core/outbox/kind-type';
import type { OutboxTable } from '../../../src/core/outbox/kinds';
import { outcomeOf } from '../../../src/core/outbox/outcome';
import { sendableItems, MAX_OUTBOX_BODY_CHARS, MAX_OUTBOX_ITEMS, planAddition } from '../../../src/core/outbox/queue';

/** Kinds as they may come: one that merges, one that protects, one that needs a capability, many that stand alone. */
const row = kind({
  call: GIVE_CONSENTS,
  body: z.object({ about: z.record(z.string(), z.unknown()) }),
  slot: ({ about }) => `thing:${String(about['id'])}`,
  priority: 1,
  onRefusal: 'tell',
  onConflict: 'refuse',
  request: () => ({}),
});
const TABLE: OutboxTable = {
  thing: row,
  edit: kind({ ...row, slot: () => 'edit', merge: (before, next) => ({ about: { ...before.about, ...next.about } }), onConflict: 'keep' }),
  protect: kind({ ...row, slot: () => 'protect', priority: 0 }),
  special: kind({ ...row, slot: () => 'special', needs: 'histories' }),
};

const item = (name: string, more: Partial<OutboxItem> = {}): OutboxItem => ({
  id: 1, userId: 'a', kind: name, slot: TABLE[name]?.slot({ about: {} }) ?? '', key: 'k', body: { about: {} }, at: 1, state: 'waiting', problem: null, ...more,
});
const place = (name: string, about: object, items: readonly OutboxItem[] = []) => planAddition({ kind: name, body: { about } }, items, TABLE);
const all = () => true;

describe('what is put into the outbox', () => {
  it('replaces the item in the same slot, even a refused one', () => {
    const before = item('thing', { slot: 'thing:7', state: 'refused' });
    expect(place('thing', { id: 7 }, [before, item('protect')])).toMatchObject({ ok: true, replaces: [before] });
  });

  it('is merged with the waiting item when it states only changes; the later value wins', () => {
    const before = item('edit', { body: { about: { name: 'Ada', phone: '1' } } });
    expect(place('edit', { phone: '2' }, [before])).toMatchObject({ ok: true, body: { about: { name: 'Ada', phone: '2' } } });
    expect(place('edit', { phone: '2' }, [{ ...before, state: 'conflict' }])).toMatchObject({ body: { about: { phone: '2' } } });
  });

  it('is refused when it fits no kind, is too large, or too much waits already', () => {
    const full = Array.from({ length: MAX_OUTBOX_ITEMS }, (_, n) => item('thing', { id: n, slot: `thing:${n}` }));
    expect(planAddition({ kind: 'deposit', body: { amount: 1 } }, [], TABLE)).toEqual({ ok: false, because: 'unfit' });
    expect(planAddition({ kind: '__proto__', body: {} }, [], TABLE)).toEqual({ ok: false, because: 'unfit' });
    expect(place('thing', { id: 'x'.repeat(MAX_OUTBOX_BODY_CHARS) })).toEqual({ ok: false, because: 'too-large' });
    expect(place('thing', { id: 'one more' }, full)).toEqual({ ok: false, because: 'full' });
    expect(place('thing', { id: 3 }, full)).toMatchObject({ ok: true });
  });

  it('is taken although the box is full when it protects the player', () => {
    const full = Array.from({ length: MAX_OUTBOX_ITEMS }, (_, n) => item('thing', { id: n, slot: `thing:${n}` }));
    expect(place('protect', {}, full)).toMatchObject({ ok: true });
  });
});

describe('the items that can be sent now', () => {
  it('are in the order in which they were chosen, but those that protect the player come first', () => {
    const items = [item('thing', { id: 3 }), item('edit', { id: 2 }), item('protect', { id: 9 })];
    expect(sendableItems(items, all, TABLE).map(({ id }) => id)).toEqual([9, 2, 3]);
  });

  it('are those that the platform supports, this build knows, and nobody has refused', () => {
    const items = [
      item('special', { id: 1 }), item('of-a-newer-build', { id: 2 }), item('thing', { id: 3, state: 'refused' }),
      item('edit', { id: 4, state: 'conflict' }), item('thing', { id: 5 }),
    ];
    expect(sendableItems(items, () => false, TABLE).map(({ id }) => id)).toEqual([5]);
    expect(sendableItems(items, all, TABLE).map(({ id }) => id)).toEqual([1, 5]);
  });
});

describe('an answer', () => {
  const tell = { onConflict: 'keep', onRefusal: 'tell' } as const;
  const refused = (status: number, code = 'conflict') => failure('bad-request', { status, problem: { title: '', status, code } }).error;

  it.each([400, 403, 404, 409, 410, 422])('of %i is final', (status) => {
    expect(outcomeOf(refused(status), tell)).toBe('refused');
  });

  it.each([400, 401, 403, 404, 405, 409, 410, 412, 422])('of %i without the platform’s words is a gateway’s: the platform has refused nothing', (status) => {
    const { error } = failure('bad-request', { status });
    expect(outcomeOf(error, tell)).toBe('later');
    expect(outcomeOf(error, { ...tell, onRefusal: 'forget' })).toBe('later');
  });

  it('of 412 leaves it to the player, where the kind says so', () => {
    expect(outcomeOf(refused(412, 'version-conflict'), tell)).toBe('conflict');
    expect(outcomeOf(refused(412, 'version-conflict'), { ...tell, onConflict: 'refuse' })).toBe('refused');
  });

  it('of 401 says nothing about the item, unless the item needs no session', () => {
    expect(outcomeOf(refused(401, 'binding-missing'), tell)).toBe('signed-out');
    expect(outcomeOf(refused(401), { ...tell, onRefusal: 'forget' })).toBe('refused');
  });

  it.each([
    ['network'], ['timeout'], ['aborted'], ['bad-response'], ['canceled'],
  ] as const)('that never came (%s) leaves the item waiting', (code) => {
    expect(outcomeOf(failure(code).error, tell)).toBe('later');
  });

  it('that is about the request and not about the item leaves the item waiting', () => {
    for (const error of [refused(403, 'anti-forgery'), refused(409, 'key-running'), refused(425), { ...refused(429), retryable: true }]) {
      expect(outcomeOf(error, tell)).toBe('later');
    }
  });
});
