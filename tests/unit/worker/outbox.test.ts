import { browser, inNewBrowsers, GIVEN_CALLS, OURS, pass } from './outbox-browser';
import { describe, expect, it, vi } from 'vitest';
import { createClient } from '../../../src/api/http';
import { CONSENT_TAGS } from '../../../src/core/consent-tags';
import { markWithdrawn } from '../../../src/data/mark-withdrawn-consent';
import { outboxOf } from '../../../src/data/outbox';
// The worker loads both parts when they are needed; here they must not come late.
import '../../../src/worker/implied-consents';
import { drainOutbox } from '../../../src/worker/outbox';
import { POLL_INTERVAL_MS } from '../../../src/worker/schedule';
import { json } from '../api/support';
import { PATIENCE } from '../../support/wait-options';
import { BODIES } from './support';

inNewBrowsers();

const offline = () => Promise.reject(new TypeError('offline'));

describe('what waits in the outbox', () => {
  it('goes out at the session check, with its key, its times and the token, and the profile is read again', async () => {
    const at = browser();
    await at.choose('give-consent', 'sms');
    await pass(60_000);
    const { outboxEvents } = at.tab();
    await pass(0);
    const [sent] = at.platform.requests.filter(({ method }) => method === 'POST');
    expect(sent?.url).toBe('/api/v1/player/a/consent');
    expect(sent?.headers.get('idempotency-key')).toBe('key-0123456789-1');
    expect(sent?.headers.get('x-xsrf-token')).toBe('t0k3n');
    const now = Date.now();
    expect(at.bodies).toEqual([{
      items: [{ tagCode: 'sms', status: 'Accepted', acceptedAt: new Date(now - 60_000).toISOString(), sentAt: new Date(now).toISOString() }],
    }]);
    expect(at.platform.count('profile')).toBe(2);
    expect(outboxEvents()).toMatchObject([{ sent: [{ body: { tag: 'sms' } }], refused: [] }]);
    expect(await outboxOf(at.db, 'a')).toEqual([]);
  });

  it('is sent in the specified form to a platform that has only the specified calls', async () => {
    const at = browser();
    await at.choose('give-consent', 'sms');
    await at.choose('withdraw-consent', 'emailmarketing');
    at.tab(GIVEN_CALLS);
    await pass(0);
    expect(at.bodies).toEqual([{ items: [{ tagCode: 'sms', status: 'Accepted' }] }]);
    expect(at.order).toEqual(['POST consent']);
  });

  it.each([
    ['is not sent', 'that takes nothing back', GIVEN_CALLS, []],
    ['is sent', 'whose consents can be taken back, because an assumed one is no proof', OURS, ['POST consent']],
  ] as const)('%s where the live profile has it already, of a platform %s', async (_what, _platform, session, order) => {
    const at = browser();
    at.consents['sms'] = true;
    await at.choose('give-consent', 'sms');
    at.tab(session);
    await pass(0);
    expect(at.order).toEqual(order);
    expect(await outboxOf(at.db, 'a')).toEqual([]);
  });

  it('goes out at once when it is put there, what takes back first, the rest in the order in which it was', async () => {
    const at = browser();
    const { sync } = at.tab();
    await pass(1_000);
    await at.choose('give-consent', 'sms');
    await at.choose('withdraw-consent', '3rdparty');
    await at.choose('give-consent', 'emailmarketing');
    sync.drain();
    await pass(0);
    expect(at.order).toEqual(['DELETE 3rdparty', 'POST consent', 'POST consent']);
  });

  it('goes out with the first poll that is answered after a failure, order kept', async () => {
    const at = browser();
    at.tab();
    await pass(1_000);
    at.platform.everywhere(offline);
    at.platform.answers['consent'] = offline;
    await at.choose('give-consent', 'sms');
    await at.choose('withdraw-consent', '3rdparty');
    // By a tab that was gone before it could say so.
    await pass(3 * POLL_INTERVAL_MS);
    expect(await outboxOf(at.db, 'a')).toHaveLength(2);
    at.platform.answers = { profile: () => json({ ...(BODIES['profile'] as object), consents: at.consents }) };
    at.order.length = 0;
    await pass(POLL_INTERVAL_MS);
    expect(at.order).toEqual(['DELETE 3rdparty', 'POST consent']);
    expect(await outboxOf(at.db, 'a')).toEqual([]);
  });

  it('does not hold up the polls, not even when another tab never ends sending', async () => {
    const at = browser();
    void at.locks.request('ayo-outbox', { signal: new AbortController().signal }, () => new Promise<void>(() => undefined));
    at.tab();
    await pass(POLL_INTERVAL_MS);
    expect(at.platform.count('balance')).toBeGreaterThan(1);
  });

  it('waits while its tab is out of sight, and goes out when it is seen again', async () => {
    const at = browser();
    const { sync } = at.tab();
    await pass(1_000);
    sync.setVisible(false);
    await at.choose('give-consent', 'sms');
    sync.drain();
    await pass(POLL_INTERVAL_MS);
    expect(at.order).toEqual([]);
    sync.setVisible(true);
    await pass(2_000);
    expect(at.order).toEqual(['POST consent']);
  });

  it.each(['while the withdrawal is under way', 'after it, from another tab that knows the older profile'])('is sent where a consent is given again %s', async (when) => {
    const at = browser();
    at.consents['sms'] = true;
    const [first, second] = [at.tab(), at.tab()];
    await pass(1_000);
    let answer: () => void = () => undefined;
    const wasHeld = new Promise<Response>((resolve) => (answer = () => resolve(new Response(null, { status: 204 }))));
    at.platform.answers['sms'] = () => wasHeld;
    await at.choose('withdraw-consent', 'sms');
    first.sync.drain();
    await pass(1_000);
    if (when.startsWith('after')) answer();
    await pass(1_000);
    await at.choose('give-consent', 'sms', Date.now() + 1);
    answer();
    (when.startsWith('after') ? second : first).sync.drain();
    await pass(2 * POLL_INTERVAL_MS);
    expect(at.order).toEqual(['DELETE sms', 'POST consent']);
    expect(at.consents['sms']).toBe(true);
    expect(await outboxOf(at.db, 'a')).toEqual([]);
  });

  it('is not sent where its tab went out of sight while the drain before was still under way', async () => {
    const at = browser();
    const { sync } = at.tab();
    await pass(1_000);
    at.platform.answers['consent'] = () => new Promise(() => undefined);
    await at.choose('give-consent', 'sms');
    sync.drain();
    await pass(1_000);
    expect(at.platform.count('consent')).toBe(1);
    sync.drain();
    sync.setVisible(false);
    at.platform.answers['consent'] = undefined;
    await pass(2 * POLL_INTERVAL_MS);
    expect(at.platform.count('consent')).toBe(1);
    sync.setVisible(true);
    await pass(1_000);
    expect(at.platform.count('consent')).toBe(2);
    expect(await outboxOf(at.db, 'a')).toEqual([]);
  });

  it('is not called sent where its tab went out of sight before the first request, in a browser without locks', async () => {
    const at = browser();
    await at.choose('give-consent', 'sms');
    const client = createClient({ baseUrl: '/api', fetch: () => Promise.reject(new Error('nothing is sent')), now: Date.now });
    const deps = { client, db: at.db, locks: null, session: OURS, consents: null, wall: Date.now, now: Date.now, signal: AbortSignal.abort() };
    expect(await drainOutbox(deps)).toEqual({ sent: [], refused: [], stopReason: 'later', waitMs: null, hasPutOff: false });
    expect(await outboxOf(at.db, 'a')).toHaveLength(1);
  });

  it('is sent with its waiting time by the clock that dated it, however wrong that clock is', async () => {
    const HOUR_MS = 3_600_000;
    const at = browser();
    // The phone is a day ahead; the worker's own idea of now has been put right by the platform.
    await at.choose('give-consent', 'sms', Date.now() + 22 * HOUR_MS);
    at.tab(OURS, true, { wall: () => Date.now() + 24 * HOUR_MS });
    await pass(1_000);
    const [item] = (at.bodies[0] as { items: { acceptedAt: string; sentAt: string }[] }).items;
    expect(Math.round((Date.parse(item?.sentAt ?? '') - Date.parse(item?.acceptedAt ?? '')) / HOUR_MS)).toBe(2);
  });

  it('is not looked for again and again while nothing waits', async () => {
    const at = browser();
    at.tab();
    await pass(1_000);
    const reads = vi.spyOn(at.db, 'tx');
    await pass(4 * POLL_INTERVAL_MS);
    expect(reads).not.toHaveBeenCalled();
  });

  it('is sent by one of five tabs, one at a time, and all are told', async () => {
    const at = browser();
    const tabs = Array.from({ length: 5 }, () => at.tab());
    await pass(1_000);
    for (const tag of CONSENT_TAGS) await at.choose('give-consent', tag);
    for (const { sync } of tabs) sync.drain();
    await pass(1_000);
    expect(at.bodies).toHaveLength(CONSENT_TAGS.length);
    expect(at.mostAtOnce()).toBe(1);
    for (const { outboxEvents } of tabs) expect(outboxEvents().length).toBeGreaterThan(0);
    // The words for the player are said in one tab.
    expect(tabs.filter(({ outboxEvents }) => outboxEvents().some(({ sent }) => sent.length > 0))).toHaveLength(1);
  });

  it('that a tab put there before it was closed is sent by another one with its next poll', async () => {
    const at = browser();
    at.tab();
    const second = at.tab(OURS, false);
    await pass(1_000);
    at.platform.answers['consent'] = offline;
    await at.choose('give-consent', 'sms');
    second.sync.drain();
    await pass(100);
    second.sync.stop();
    at.platform.answers['consent'] = undefined;
    await pass(2 * POLL_INTERVAL_MS);
    expect(at.bodies).toHaveLength(1);
  });

  it('that is refused is told once, with the platform’s words, and stays to be read', async () => {
    const at = browser();
    at.platform.answers['consent'] = () => json({ title: 'No', status: 422, code: 'validation', detail: 'Not this one.' }, { status: 422 });
    await at.choose('give-consent', 'sms');
    const { outboxEvents, sync } = at.tab();
    await pass(0);
    sync.recheck();
    await pass(4 * POLL_INTERVAL_MS);
    expect(outboxEvents()).toMatchObject([{ sent: [], refused: [{ state: 'refused', problem: { detail: 'Not this one.' } }] }]);
    expect(await outboxOf(at.db, 'a')).toMatchObject([{ state: 'refused', problem: { detail: 'Not this one.' } }]);
    expect(at.order).toHaveLength(1);
  });

  it('stops with the session: nothing is sent after it was stopped', async () => {
    const at = browser();
    const { sync } = at.tab();
    await pass(1_000);
    await at.choose('give-consent', 'sms');
    sync.drain();
    sync.stop();
    await pass(4 * POLL_INTERVAL_MS);
    expect(at.order).toEqual([]);
  });
});

describe('the policy for consents', () => {
  it('ask: posts nothing that the player has not accepted', async () => {
    const at = browser();
    at.tab();
    await pass(0);
    expect(at.order).toEqual([]);
  });

  it('implied: posts every tag that the profile lacks in one call, to the letter', async () => {
    const at = browser();
    at.consents['sms'] = true;
    at.tab({ ...GIVEN_CALLS, consentPolicy: 'implied' });
    await vi.waitFor(() => expect(at.bodies).toHaveLength(1), PATIENCE);
    const items = CONSENT_TAGS.filter((tag) => tag !== 'sms').map((tagCode) => ({ tagCode, status: 'Accepted' }));
    expect(at.bodies).toEqual([{ items }]);
  });

  it.each([
    ['a list', () => json({ ...(BODIES['profile'] as object), consents: [] })],
    ['null', () => json({ ...(BODIES['profile'] as object), consents: null })],
    ['no profile at all', () => new Response(null, { status: 204 })],
  ])('implied: posts nothing where %s comes in place of what was given: it may have been withdrawn', async (_what, answer) => {
    const at = browser();
    const good = at.platform.answers['profile'];
    at.platform.answers['profile'] = answer;
    const { sync } = at.tab({ ...GIVEN_CALLS, consentPolicy: 'implied' });
    await pass(POLL_INTERVAL_MS);
    sync.recheck();
    await pass(POLL_INTERVAL_MS);
    expect(at.order).toEqual([]);
    at.consents['sms'] = true;
    at.platform.answers['profile'] = good;
    sync.recheck();
    await vi.waitFor(() => expect(at.bodies).toHaveLength(1), PATIENCE);
    expect(at.bodies).toEqual([{ items: CONSENT_TAGS.filter((tag) => tag !== 'sms').map((tagCode) => ({ tagCode, status: 'Accepted' })) }]);
  });

  it('implied: tells the platform of this house that nobody chose it', async () => {
    const at = browser();
    at.tab({ ...OURS, consentPolicy: 'implied' });
    await vi.waitFor(() => expect(at.bodies).toHaveLength(1), PATIENCE);
    expect(at.bodies[0]).toMatchObject({ items: CONSENT_TAGS.map((tagCode) => ({ tagCode, implied: true })) });
  });

  it('A-26: implied never posts what the player has withdrawn, waiting or long since', async () => {
    const at = browser();
    at.consents['emailmarketing'] = true;
    await markWithdrawn(at.db, 'a', 'sms');
    await markWithdrawn(at.db, 'a', 'emailmarketing');
    await at.choose('withdraw-consent', 'emailmarketing');
    const { sync } = at.tab({ ...OURS, consentPolicy: 'implied' });
    await vi.waitFor(() => expect(at.bodies.filter((body) => body !== null)).toHaveLength(1), PATIENCE);
    sync.recheck();
    await pass(POLL_INTERVAL_MS);
    await pass(POLL_INTERVAL_MS);
    const tags = at.bodies.flatMap((body) => (body as { items: { tagCode: string }[] } | null)?.items ?? []).map(({ tagCode }) => tagCode);
    expect(tags).not.toContain('sms');
    expect(tags).not.toContain('emailmarketing');
    expect(at.order[0]).toBe('DELETE emailmarketing');
    expect(at.consents).toMatchObject({ emailmarketing: false, acceptNewsEmail: true });
  });
});
