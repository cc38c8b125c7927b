import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moneyOf } from '../../../src/bridge/money/intents';
import { intentsStore, showIntent } from '../../../src/state/intents';
import { json } from '../api/support';
import { becomePage, leavePage, openBridge, whenSettled } from './support';

const DEPOSIT = {
  depositId: 'd1', method: 'mobile-money', amount: 5000, currency: 'NGN', state: 'pending', next: { type: 'redirect', url: '/pay' },
  timeline: [], createdAt: '2026-11-21T08:13:00Z', updatedAt: '2026-11-21T08:13:00Z',
};
const DONE = { state: 'done', answer: { status: 201, body: DEPOSIT } };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

/** A deposit whose answer was cut. Questions about its key get `answers`, one after the other, and then its end; the profile is answered. */
async function cutDeposit(answers: readonly (() => Response)[]) {
  const page = becomePage();
  const { bridge } = openBridge();
  await bridge.session.enter({ sessionId: 'session-of-a', userId: 'a' });
  let questions = 0;
  page.network((url, { method = 'GET' }) => {
    if (method === 'POST') return Promise.reject(new TypeError('connection reset'));
    if (!url.includes('/operations/')) return json({ username: 'ada', consents: {} });
    questions += 1;
    return answers[questions - 1]?.() ?? json(DONE);
  });
  const money = moneyOf(bridge);
  const submit = () => money.submit({ kind: 'deposit', gameId: null, body: { method: 'mobile-money', amount: 5000, currency: 'NGN' } });
  return { submit, money, questions: () => questions };
}

describe('a deposit whose answer was cut off', () => {
  it.each([
    ['a bare 401', () => new Response(null, { status: 401 })],
    ['the page of a Wi-Fi with a 401', () => new Response('<html>Sign in to this Wi-Fi</html>', { status: 401, headers: { 'content-type': 'text/html' } })],
    ['a gateway’s JSON with a 401', () => json({ message: 'Unauthorized' }, { status: 401 })],
    ['a 401 about the cookie of this device', () => json({ title: 'Sign in', status: 401, code: 'binding-missing' }, { status: 401 })],
  ])('is asked about again after %s, because the session goes on', async (_, answer) => {
    const { submit, questions } = await cutDeposit([answer]);
    const { key } = await submit();
    expect(await whenSettled(key)).toMatchObject({ state: 'confirmed', answer: { depositId: 'd1' } });
    expect(questions()).toBe(2);
  });

  it('is asked about by its own page when the connection comes back, even if every earlier question has ended', async () => {
    const { submit, money } = await cutDeposit([]);
    const { key } = await submit();
    const ended = await whenSettled(key);
    // A question that failed in an unforeseen way would leave the intent like this.
    showIntent({ ...ended, key: 'left-alone-00000000000000', state: 'unknown', answer: null });
    await money.resume();
    expect(await whenSettled('left-alone-00000000000000')).toMatchObject({ state: 'confirmed' });
    expect(Object.keys(intentsStore.getState().byKey)).toHaveLength(2);
  });
});
