import { describe, expect, it } from 'vitest';
import { POLL_INTERVAL_MS } from '../../../src/worker/schedule';
import { html, json } from '../api/support';
import { BODIES, onFakeClock, pass, pollerOnNewPlatform, unavailable } from './support';

onFakeClock();

describe('a bonus wallet that fails', () => {
  const broken: Readonly<Record<string, () => Response>> = {
    'answers 500': () => json({ error: 'boom' }, { status: 500 }),
    'answers 500 with a page': () => html('<html>Error</html>', { status: 500 }),
    'answers 503 from a gateway': () => new Response('', { status: 503 }),
    'has null for its list': () => json({ items: null }),
    'has a text for a number': () => json({ items: [{ walletId: 1, status: 'active', currentAmount: '10', currency: 'NGN' }] }),
    'answers 204': () => new Response(null, { status: 204 }),
    'hangs up': () => { throw new TypeError('Failed to fetch'); },
  };

  it.each(Object.entries(broken))('does not make the app say that it is offline, and costs the balance no poll: it %s', async (_what, answer) => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.answers['bonusWallet'] = answer;
    await poller.check();
    poller.run();
    await pass(10 * POLL_INTERVAL_MS);
    expect(events.filter(({ type }) => type === 'unreached')).toEqual([]);
    expect(platform.count('balance')).toBeGreaterThanOrEqual(11);
    expect(events.some((event) => event.type === 'failed' && event.kind === 'balance')).toBe(false);
  });

  it('with a gateway’s 503 does not make the app say that it is offline while the balance, which is answered, wants to be spared', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.answers['balance'] = () => json({}, { status: 429, headers: { 'retry-after': '300' } });
    platform.answers['bonusWallet'] = () => new Response('', { status: 503 });
    poller.run();
    await pass(4 * 60_000);
    expect(platform.count('balance')).toBe(1);
    expect(platform.count('bonusWallet')).toBeGreaterThan(2);
    expect(events.filter(({ type }) => type === 'unreached')).toEqual([]);
    platform.answers['bonusWallet'] = () => { throw new TypeError('Failed to fetch'); };
    await pass(5 * 60_000);
    expect(events.filter(({ type }) => type === 'unreached')).toEqual([]);
    platform.everywhere(() => { throw new TypeError('Failed to fetch'); });
    await pass(2 * POLL_INTERVAL_MS);
    expect(events.filter(({ type }) => type === 'unreached')).not.toEqual([]);
  });

  it('is asked ever more rarely itself, and every 15 s again when it is well', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    platform.answers['bonusWallet'] = unavailable;
    poller.run();
    await pass(10 * 60_000);
    expect(platform.count('bonusWallet')).toBeLessThan(10);
    platform.answers = {};
    await pass(6 * 60_000);
    const before = platform.count('bonusWallet');
    await pass(4 * POLL_INTERVAL_MS);
    expect(platform.count('bonusWallet')).toBe(before + 4);
  });

  it('and wants an hour for itself does not take the balance from the screen for an hour, and is asked again after five minutes', async () => {
    for (const retryAfter of ['3600', '86400', new Date(Date.now() + 3_600_000).toUTCString()]) {
      const { platform, poller } = pollerOnNewPlatform();
      platform.answers['bonusWallet'] = () => json({}, { status: 429, headers: { 'retry-after': retryAfter } });
      poller.run();
      await pass(4 * 60_000);
      expect(platform.count('balance'), retryAfter).toBe(17);
      expect(platform.count('bonusWallet')).toBe(1);
      await pass(60_000 + POLL_INTERVAL_MS);
      expect(platform.count('bonusWallet')).toBe(2);
      poller.end();
    }
  });

  it.each(['2147483648', '9999999999999', '9'.repeat(400), '-5', 'NaN', 'Infinity', 'Thu, 01 Jan 2099 00:00:00 GMT', 'Mon, 01 Mar 1999 00:00:00 GMT', '1e12', ' '])(
    'with Retry-After %s, which nobody can mean, is neither asked in a loop nor given up',
    async (retryAfter) => {
      const { platform, poller } = pollerOnNewPlatform();
      platform.everywhere(() => json({}, { status: 429, headers: { 'retry-after': retryAfter } }));
      poller.run();
      await pass(60_000);
      expect(platform.count('balance')).toBeLessThanOrEqual(4);
      platform.answers = {};
      await pass(6 * 60_000);
      const before = platform.count('balance');
      await pass(POLL_INTERVAL_MS);
      expect(platform.count('balance')).toBe(before + 1);
    },
  );

  it('with nothing else answering either: then the app says that it is offline, once a poll', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.everywhere(() => { throw new TypeError('Failed to fetch'); });
    poller.run();
    await pass(0);
    // Balance, bonus wallet, and the profile as the last to be tried.
    expect(events.map(({ type }) => type)).toEqual(['failed', 'failed', 'failed', 'unreached']);
  });
});

describe('a bonus wallet that alone is', () => {
  it('refused with 401 ends no session while the profile is given; the profile is asked about it once a minute', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.answers['bonusWallet'] = () => json({ errorCode: 'NO_BONUS' }, { status: 401 });
    expect(await poller.check()).toBe(true);
    poller.run();
    await pass(10 * POLL_INTERVAL_MS);
    expect(events.filter(({ type }) => type === 'session-ended')).toEqual([]);
    expect(platform.count('profile')).toBe(1 + 3);
    expect(platform.count('balance')).toBeGreaterThan(8);
  });

  it('refused with 401 ends the session where the profile says that it is over', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    for (const kind of ['bonusWallet', 'profile']) platform.answers[kind] = () => json({ title: 'over', status: 401, code: 'session-ended' }, { status: 401 });
    poller.run();
    await pass(10 * POLL_INTERVAL_MS);
    expect(events.filter(({ type }) => type === 'session-ended')).toHaveLength(1);
  });

  it('refused with 401 does not have the profile asked about it before the platform wants that', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.answers['bonusWallet'] = () => json({}, { status: 401 });
    platform.answers['profile'] = () => json({}, { status: 503, headers: { 'retry-after': '120' } });
    poller.run();
    await pass(110_000);
    expect(platform.count('profile')).toBe(1);
    expect(events.filter(({ type }) => type === 'session-ended')).toEqual([]);
  });

  it('hanging does not stretch the polls of the balance', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.answers['bonusWallet'] = () => new Promise(() => undefined);
    poller.run();
    await pass(10 * POLL_INTERVAL_MS);
    expect(platform.count('balance')).toBeGreaterThanOrEqual(9);
    expect(platform.count('bonusWallet')).toBeLessThan(5);
    expect(events.filter(({ type }) => type === 'unreached')).toEqual([]);
  });
});

describe('a tab that becomes the leader', () => {
  const silenced = { code: 'bad-request', status: 429, retryable: true } as const;

  it.each([3_600_000, 2 ** 31, 1e15, Infinity])('waits no hour because another tab was told to: Retry-After of %d ms', async (retryAfterMs) => {
    const { platform, poller } = pollerOnNewPlatform();
    for (const kind of ['balance', 'bonusWallet'] as const) poller.noteAttempt(kind, { ...silenced, retryAfterMs });
    poller.run();
    await pass(5 * 60_000);
    expect(platform.count('balance')).toBe(1);
    expect(platform.count('bonusWallet')).toBe(1);
  });

  it('does not wait for a figure that another tab has got since, or did not ask for in vain', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    poller.noteAttempt('bonusWallet', { ...silenced, retryAfterMs: 120_000 });
    poller.run();
    await pass(0);
    expect([platform.count('balance'), platform.count('bonusWallet')]).toEqual([1, 0]);
    poller.noteAttempt('bonusWallet', null);
    await pass(POLL_INTERVAL_MS);
    expect([platform.count('balance'), platform.count('bonusWallet')]).toEqual([2, 1]);
  });

  it.each([Number.NaN, -3_600_000, -Infinity])('ignores %d ms that another build sends', async (retryAfterMs) => {
    const { platform, poller } = pollerOnNewPlatform();
    for (const kind of ['balance', 'bonusWallet'] as const) poller.noteAttempt(kind, { ...silenced, retryAfterMs });
    poller.run();
    await pass(0);
    expect(platform.count('balance')).toBe(1);
  });
});

describe('a profile', () => {
  it('that hangs while the balance is answered does not make the app say that it is offline', async () => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.answers['profile'] = () => new Promise(() => undefined);
    const checked = poller.check();
    await pass(1_000);
    poller.run();
    await pass(3 * POLL_INTERVAL_MS);
    await checked;
    expect(events.some((event) => event.type === 'failed' && event.kind === 'profile')).toBe(true);
    expect(events.filter(({ type }) => type === 'unreached')).toEqual([]);
  });

  it('that wants to be left alone for a while is not asked before, however often the session is checked', async () => {
    const { platform, poller } = pollerOnNewPlatform();
    platform.answers['profile'] = () => json({}, { status: 429, headers: { 'retry-after': '60' } });
    for (let second = 0; second < 55; second += 5) {
      expect(await poller.check()).toBe(true);
      await pass(5_000);
    }
    expect(platform.count('profile')).toBe(1);
    await pass(6 * 60_000);
    await poller.check();
    expect(platform.count('profile')).toBe(2);
  });

  it.each([
    ['as 204', null, () => new Response(null, { status: 204 })],
    ['with a list for its consents', { consents: null }, () => json({ ...BODIES['profile'] as object, consents: [] })],
    ['with null for its consents', { consents: null }, () => json({ ...BODIES['profile'] as object, consents: null })],
    ['with a number for the user name', { username: '2348012345678', firstname: 'Ada' }, () => json({ ...BODIES['profile'] as object, username: 2348012345678 })],
    ['with an object for a name', { username: 'ada', lastname: '' }, () => json({ ...BODIES['profile'] as object, lastname: { family: 'Obi' } })],
    ['as text/html', { username: 'ada' }, () => new Response(JSON.stringify(BODIES['profile']), { headers: { 'content-type': 'text/html; charset=UTF-8' } })],
    ['with no user name', { username: '' }, () => json({ ...BODIES['profile'] as object, username: null, lastname: 'Obi' })],
  ])('that comes %s ends no session, and what can be read of it is heard', async (_what, data, answer) => {
    const { platform, poller, events } = pollerOnNewPlatform();
    platform.answers['profile'] = answer;
    expect(await poller.check()).toBe(true);
    poller.run();
    await pass(POLL_INTERVAL_MS);
    expect(events.filter(({ type }) => type === 'session-ended' || type === 'unreached')).toEqual([]);
    expect(platform.count('balance')).toBe(2);
    const profileEvents = events.filter((event) => event.type === 'heard' && event.kind === 'profile');
    if (data === null) expect(profileEvents).toEqual([]);
    else expect(profileEvents).toMatchObject([{ data }]);
  });
});
