import { html, lieFi, network, pass } from './support';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_ANSWER_BYTES } from '../../src/api/read-body';
import { endlessBody } from '../support/endless-body';
import { VALID_ANSWERS, UNFIT_ANSWERS } from '../support/unfit-answers';
import { KINDS, SAVED_AT, snapshotBrowser } from './snapshot-browser';
import type { Kind } from './snapshot-browser';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const asJson = (body: BodyInit | null, status = 200) => new Response(body, { status, headers: { 'content-type': 'application/json' } });

/** Expects the stored snapshot in place of an answer that can't be used. */
async function expectStored(response: Response | null, kind: Kind, because: string): Promise<void> {
  expect(response?.headers.get('x-snapshot-saved-at')).toBe(String(SAVED_AT));
  expect(response?.headers.get('x-snapshot-instead-of')).toBe(because);
  expect(await response?.json()).toEqual(VALID_ANSWERS[kind]);
}

const PORTALS = [
  ['a page with status 200', () => html('<!doctype html><title>Free Wi-Fi</title>')],
  ['a page sent as JSON', () => asJson('<html><body>Sign in</body></html>')],
  ['a redirect to its own host', () => new Response(null, { status: 302, headers: { location: 'https://login.example/' } })],
  ['a redirect that can’t be seen', () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })],
  ['511', () => html('<html>network authentication required', { status: 511 })],
  ['a page with status 401', () => html('<html>Sign in', { status: 401 })],
] as const;

describe.each(PORTALS)('A-15: a captive portal that answers %s', (_, answer) => {
  it.each(['profile', 'balance', 'bonusWallet'] as const)('leaves the stored %s and its age, and is not stored itself', async (kind) => {
    const { ask, stored } = await snapshotBrowser();
    const before = await stored();
    network(answer);
    await expectStored(await ask(kind), kind, 'portal');
    expect(await stored()).toEqual(before);

    const empty = await snapshotBrowser(true);
    network(answer);
    await empty.ask(kind);
    expect(await empty.stored()).toEqual([]);
  });
});

describe('A-16: a network that takes the request and never answers', () => {
  it.each(KINDS)('gives the stored %s after 4 s to the millisecond, with its age', async (kind) => {
    const { ask } = await snapshotBrowser();
    const requests = network(lieFi);
    let response: Response | null | undefined;
    void ask(kind).then((answered) => (response = answered));
    await pass(4_000 - 1);
    expect(response).toBeUndefined();
    await pass(1);
    await expectStored(response ?? null, kind, 'timeout');
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  it.each(KINDS)('ends the wait for the %s after 8 s where nothing is stored', async (kind) => {
    const { ask } = await snapshotBrowser(true);
    const requests = network(lieFi);
    let response: Response | null | undefined;
    void ask(kind).then((answered) => (response = answered));
    await pass(8_000 - 1);
    expect(response).toBeUndefined();
    await pass(1);
    expect(response).toBeNull();
    expect(requests[0]?.signal.aborted).toBe(true);
  });
});

/** The answer, one byte a second, for as long as somebody listens. */
function dripping(text: string): Response {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return asJson(
    new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += 1)));
        else controller.close();
      },
    }),
  );
}

describe('A-18: an answer of one byte a second', () => {
  it('is given up with its deadline, and what is stored is given', async () => {
    const { ask, stored } = await snapshotBrowser();
    const before = await stored();
    network(() => dripping(JSON.stringify(VALID_ANSWERS.balance)));
    const answered = ask('balance');
    await pass(4_000);
    await expectStored(await answered, 'balance', 'timeout');
    // Nor is it stored when it has come to its end after all.
    await pass(200_000);
    expect(await stored()).toEqual(before);
  });

  it('is an error after 8 s where nothing is stored', async () => {
    const { ask } = await snapshotBrowser(true);
    network(() => dripping(JSON.stringify(VALID_ANSWERS.balance)));
    const answered = ask('balance');
    await pass(8_000);
    expect(await answered).toBeNull();
  });
});

describe('A-19: an answer that is not what the contract says', () => {
  it('has forty different forms in these tests', () => {
    expect(UNFIT_ANSWERS).toHaveLength(40);
    expect(new Set(UNFIT_ANSWERS.map(({ kind, text }) => kind + text)).size).toBe(40);
    expect(UNFIT_ANSWERS.filter(({ kind, text }) => text === JSON.stringify(VALID_ANSWERS[kind]))).toEqual([]);
  });

  it.each(UNFIT_ANSWERS)('is refused, and the old snapshot stays: $kind $name', async ({ kind, text }) => {
    const { ask, stored } = await snapshotBrowser();
    const before = await stored();
    network(() => asJson(text));
    await expectStored(await ask(kind), kind, 'unfit');
    expect(await stored()).toEqual(before);
  });

  it.each(UNFIT_ANSWERS)('is not stored where nothing is stored yet: $kind $name', async ({ kind, text }) => {
    const { ask, stored } = await snapshotBrowser(true);
    network(() => asJson(text));
    // The page hears of an answer, which it refuses itself: the connection is not what failed.
    expect((await ask(kind))?.status).toBe(200);
    expect((await stored()).map((snapshot) => snapshot.kind)).toEqual([]);
  });

  it('can be one without a body, and is not stored', async () => {
    const { ask, stored } = await snapshotBrowser(true);
    network(() => new Response(null, { status: 204 }));
    expect((await ask('balance'))?.status).toBe(204);
    expect(await stored()).toEqual([]);
  });

  it('is no answer that only has more wallets, fields and currencies beside the real one', async () => {
    const items = [
      { type: 'Bonus', amount: 1, currency: 'USD' }, { type: 'Real', amount: 12, currency: 'NGN', x: 1 }, { type: 'Points', amount: 3, currency: null },
    ];
    const { ask, stored } = await snapshotBrowser();
    network(() => asJson(JSON.stringify({ items, y: 2 })));
    expect((await ask('balance'))?.headers.has('x-snapshot-saved-at')).toBe(false);
    expect((await stored()).find(({ kind }) => kind === 'balance')?.savedAt).toBe(SAVED_AT + 60_000);
  });
});

describe('A-33: an answer of 10 MB', () => {
  it('is given up at 256 kB, while it arrives, and what is stored is given', async () => {
    const { ask, stored } = await snapshotBrowser();
    const before = await stored();
    const huge = endlessBody(JSON.stringify(VALID_ANSWERS.balance));
    network(() => asJson(huge.body));
    await expectStored(await ask('balance'), 'balance', 'unfit');
    expect(huge.isCanceled()).toBe(true);
    expect(huge.sent()).toBeLessThanOrEqual(MAX_ANSWER_BYTES + 2 * huge.pieceBytes);
    expect(await stored()).toEqual(before);
  });
});
