import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/core/errors';
import type { CallError } from '../../../src/core/errors';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { PLAYER_KINDS } from '../../../src/core/outbox/kinds';
import type { PlayerKindName } from '../../../src/core/outbox/kinds';
import { asAnswerToItem, isFirstCut, remainingWaitMs, mayBeAboutItem, putOff, troubleOf } from '../../../src/core/outbox/put-off';
import { sendableItems, nextInLine } from '../../../src/core/outbox/queue';
import { FIXTURES } from './fixtures';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const PICTURE = { id: 'f1', category: 'bug', text: 'See.', picture: 'x'.repeat(210_000) };

let itemCount = 0;
const item = (kind: PlayerKindName, body: unknown = FIXTURES[kind].bodies[0], more: Partial<OutboxItem> = {}): OutboxItem => {
  itemCount += 1;
  return { id: itemCount, userId: 'a', kind, slot: `${kind}:${itemCount}`, key: `k${itemCount}`, body, at: NOW, state: 'waiting', problem: null, ...more };
};
const busy = (retryAfterMs?: number): CallError =>
  failure('bad-request', { status: 429, retryable: true, ...(retryAfterMs !== undefined && { retryAfterMs }) }).error;
const down = failure('bad-response', { status: 503, retryable: true }).error;
const cut = failure('network').error;
const late = failure('timeout').error;

/** The waits after so many tries in a row, each made when the one before has let it. */
function waits(start: OutboxItem, error: CallError, times: number, kind: { priority?: -1 | 0 | 1 } = {}): number[] {
  let current = start;
  let nowMs = NOW;
  return Array.from({ length: times }, () => {
    current = putOff(current, error, kind, nowMs);
    const ms = remainingWaitMs(current, nowMs);
    nowMs += ms;
    return ms / SECOND_MS;
  });
}

describe('an item that the platform can’t take', () => {
  it('waits longer each time, an hour at most; what protects a player five minutes', () => {
    expect(waits(item('send-message'), down, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect(waits(item('exclude'), down, 8, { priority: -1 })).toEqual([10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('waits as long as the platform asks for, as far as that makes sense', () => {
    expect(waits(item('send-message'), busy(10 * MINUTE_MS), 1)).toEqual([600]);
    expect(waits(item('send-message'), busy(HOUR_MS), 1)).toEqual([3600]);
    expect(waits(item('exclude'), busy(HOUR_MS), 1, { priority: 0 })).toEqual([300]);
    for (const absurd of [2 ** 31, 2 ** 53, Number.MAX_VALUE, Number.POSITIVE_INFINITY]) expect(waits(item('send-message'), busy(absurd), 1)).toEqual([3600]);
  });

  it('with a picture is not uploaded with each poll: only eight times in the first two hours in which the platform fails', () => {
    const [first, ...next] = waits(item('send-feedback', PICTURE), down, 5);
    expect(first).toBe(240);
    expect(next).toEqual([480, 960, 1920, 3600]);
    expect(waits(item('send-feedback', PICTURE), cut, 7)).toEqual([0, 240, 480, 600, 600, 600, 600]);
    expect(waits(item('send-feedback', PICTURE), late, 3)).toEqual([240, 480, 600]);
  });

  it('goes out with the next connection when it is small, however often the connection was cut', () => {
    expect(waits(item('exclude'), cut, 20, { priority: -1 })).toEqual(Array.from({ length: 20 }, () => 0));
  });

  it('waits longer the larger it is while there is no connection; a small one does not wait, and this counts as no try', () => {
    const offline = (each: OutboxItem) => putOff(each, cut, { priority: -1 }, NOW, false);
    const small = item('exclude');
    expect(remainingWaitMs(offline(small), NOW)).toBe(0);
    expect(remainingWaitMs(offline(item('send-message', { text: 'x'.repeat(29_000) })), NOW)).toBeGreaterThan(4 * MINUTE_MS);
    let often = small;
    for (let tries = 0; tries < 12; tries += 1) often = offline(often);
    expect(isFirstCut(often, cut)).toBe(true);
    expect(remainingWaitMs(putOff(often, down, { priority: -1 }, NOW), NOW)).toBe(10 * SECOND_MS);
  });

  it('may itself be the reason for a cut: one with a picture at the first cut, a small one at the second, none when the caller gave up', () => {
    const small = item('exclude');
    for (const error of [asAnswerToItem(cut), failure('canceled').error, down]) expect(mayBeAboutItem(small, error)).toBe(false);
    expect([cut, late].map((error) => mayBeAboutItem(small, error))).toEqual([true, true]);
    expect([cut, late].map((error) => mayBeAboutItem(item('send-feedback', PICTURE), error))).toEqual([true, false]);
    expect([isFirstCut(item('send-feedback', PICTURE), cut), isFirstCut(small, cut)]).toEqual([false, true]);
    const again = putOff(small, cut, { priority: -1 }, NOW);
    expect(isFirstCut(again, cut)).toBe(false);
    expect(remainingWaitMs(putOff(again, asAnswerToItem(cut), { priority: -1 }, NOW), NOW)).toBe(20 * SECOND_MS);
  });

  it('waits by the time that passed: a clock that is set back, or days ahead, costs one try at most', () => {
    const held = putOff(item('send-message'), busy(HOUR_MS), {}, NOW);
    expect(remainingWaitMs(held, NOW + 59 * MINUTE_MS)).toBe(MINUTE_MS);
    expect(remainingWaitMs(held, NOW - 3 * 24 * HOUR_MS)).toBe(0);
    const again = putOff(held, busy(HOUR_MS), {}, NOW - 3 * 24 * HOUR_MS);
    expect(remainingWaitMs(again, NOW - 3 * 24 * HOUR_MS)).toBe(HOUR_MS);
    expect(remainingWaitMs(again, NOW)).toBe(0);
  });

  it('does not wait for an unreadable pause of another build', () => {
    for (const odd of [null, 'x', {}, { tries: 1, at: NOW, waitMs: '9' }, { tries: 1, at: NOW, waitMs: Number.NaN }]) {
      expect(remainingWaitMs({ ...item('send-message'), putOff: odd } as unknown as OutboxItem, NOW)).toBe(0);
    }
    const far = { tries: 1, at: NOW, waitMs: 2 ** 40 };
    expect(remainingWaitMs(item('send-message', undefined, { putOff: far }), NOW)).toBe(HOUR_MS);
  });
});

describe('the trouble behind a failed try', () => {
  it.each<[string, CallError, ReturnType<typeof troubleOf>]>([
    ['503', down, 'item'], ['429', busy(), 'item'], ['a cut', cut, 'connection'], ['late', late, 'connection'],
    ['the same key at work', failure('bad-request', { status: 409, problem: { title: '', status: 409, code: 'key-running' } }).error, 'item'],
    ['a network’s own page', failure('bad-response', { status: 200, retryable: true, captivePortal: true }).error, 'connection'],
    ['a token that ran out', failure('bad-request', { status: 403, problem: { title: '', status: 403, code: 'anti-forgery' } }).error, 'item'],
    ['early', failure('bad-request', { status: 425 }).error, 'item'],
    ['a success too long to read', failure('bad-response', { status: 200 }).error, 'item'],
    ['given up', failure('canceled').error, null],
  ])('%s', (_, error, whose) => {
    expect(troubleOf(error)).toBe(whose);
  });
});

describe('the next in line', () => {
  const line = (items: readonly OutboxItem[], nowMs = NOW) => nextInLine(sendableItems(items, () => true, PLAYER_KINDS), PLAYER_KINDS, nowMs);
  const held = (each: OutboxItem, ms: number) => putOff(each, busy(ms), {}, NOW);

  it('skips items that were put off, and takes items that protect a player first', () => {
    const [picture, consent, leave] = [held(item('send-feedback', PICTURE), HOUR_MS), item('give-consent'), item('exclude')];
    expect(line([picture, consent, leave]).item).toBe(leave);
    expect(line([picture, consent])).toEqual({ item: consent, waitMs: HOUR_MS });
    expect(line([picture])).toEqual({ item: null, waitMs: HOUR_MS });
    expect(line([picture], NOW + HOUR_MS)).toEqual({ item: picture, waitMs: null });
    expect(line([])).toEqual({ item: null, waitMs: null });
  });

  it('never skips an earlier message, because messages arrive in the order in which they were written', () => {
    const [first, second, other] = [held(item('send-message'), MINUTE_MS), item('send-message'), item('favourite')];
    expect(line([first, second, other])).toEqual({ item: other, waitMs: MINUTE_MS });
    expect(line([first, second])).toEqual({ item: null, waitMs: MINUTE_MS });
    expect(line([first, second], NOW + MINUTE_MS).item).toBe(first);
  });
});
