import { describe, expect, it } from 'vitest';
import { isAnswer } from '../../../src/core/errors';
import { END_QUESTION_INTERVAL_MS, POLL_INTERVAL_MS } from '../../../src/worker/schedule';
import { html, json, silence } from '../api/support';
import { BODIES, FakePlatform, onFakeClock, pass, pollerOn, SESSION } from './support';
import type { Request } from './support';

onFakeClock();

const hang = ({ url, signal }: Request) => silence({ url, init: { signal } });
const lose = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
const page = (): Response => html('<html>Sign in</html>', { status: 403 });
const empty = (status: number, retryAfter?: string) => () => json({}, { status, ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }) });
/** An answer that the service worker takes from the device's store, with the reason why the network gave none. */
const stored = (kind: string, reason: string) => () => json(BODIES[kind], { headers: { 'x-snapshot-saved-at': '5000', 'x-snapshot-instead-of': reason } });

function later(ms: number, answer: () => Response) {
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return answer();
  };
}

/** A platform of the four given calls. */
function running() {
  const platform = new FakePlatform();
  const { poller, events } = pollerOn(platform, undefined, { ...SESSION, capabilities: [] });
  const unreached = () => events.flatMap((event) => (event.type === 'unreached' ? [event.error] : []));
  const ends = () => events.filter(({ type }) => type === 'session-ended');
  return { platform, poller, events, unreached, ends };
}

describe('“You are offline” is not shown while the platform answers, although', () => {
  it.each([
    ['the balance fails with 500 and the bonus wallet hangs', { balance: empty(500), bonusWallet: hang }],
    ['the balance wants to be spared for two minutes and the bonus wallet hangs', { balance: empty(429, '120'), bonusWallet: hang }],
    ['a gateway fails for the balance and for the bonus wallet, and the profile is given', { balance: empty(503), bonusWallet: empty(503) }],
    ['balance and bonus wallet hang, and the profile is given', { balance: hang, bonusWallet: hang }],
    ['the network loses balance and bonus wallet, and the profile is given', { balance: lose, bonusWallet: lose }],
    ['the profile hangs and the balance takes its time', {
      profile: stored('profile', 'timeout'), balance: later(2_500, () => json(BODIES['balance'])), bonusWallet: later(2_500, () => json(BODIES['bonusWallet'])),
    }],
    ['a firewall answers for the profile with its page, and the balance takes its time', {
      profile: stored('profile', 'portal'), balance: later(3_000, () => json(BODIES['balance'])), bonusWallet: hang,
    }],
  ])('%s', async (_what, answers) => {
    const { platform, poller, unreached } = running();
    poller.run();
    await pass(4 * POLL_INTERVAL_MS);
    poller.pause();
    platform.answers = answers;
    // Reloaded, or seen again: the session check comes first.
    await poller.check();
    poller.run();
    await pass(5 * 60_000);
    expect(unreached()).toEqual([]);
  });

  it('all calls of one poll are lost, a moment after an answer', async () => {
    const { platform, poller, unreached } = running();
    poller.run();
    await pass(3_000);
    platform.everywhere(lose);
    poller.pollNow();
    await pass(0);
    platform.answers = {};
    await pass(POLL_INTERVAL_MS);
    expect(unreached()).toEqual([]);
  });

  it('all calls of this tab are lost, and another tab has just heard the balance', async () => {
    const { platform, poller, unreached } = running();
    platform.everywhere(hang);
    poller.run();
    await pass(2_000);
    poller.noteAttempt('balance', null);
    await pass(POLL_INTERVAL_MS);
    expect(platform.count('profile')).toBe(0);
    expect(unreached()).toEqual([]);
  });

  it('one page of a network comes for the balance, and the others hang: that is no network that wants a sign-in', async () => {
    const { platform, poller, unreached } = running();
    platform.everywhere(hang);
    platform.answers['balance'] = page;
    poller.run();
    await pass(4 * POLL_INTERVAL_MS);
    expect(unreached().length).toBeGreaterThan(0);
    expect(unreached().filter(({ captivePortal }) => captivePortal)).toEqual([]);
  });
});

describe('“You are offline” is shown within one poll', () => {
  it.each([
    ['lost', lose],
    ['left without an answer', hang],
    ['answered by a gateway', empty(503)],
  ])('where everything is %s', async (_what, answer) => {
    const { platform, poller, unreached } = running();
    poller.run();
    await pass(3_000);
    platform.everywhere(answer);
    poller.pollNow();
    await pass(2 * 12_000 + POLL_INTERVAL_MS);
    expect(unreached().length).toBeGreaterThan(0);
    expect(unreached().some(isAnswer)).toBe(false);
  });

  it('where the balance alone is not asked, because the platform wanted it to be spared before the connection went', async () => {
    const { platform, poller, unreached } = running();
    platform.answers['balance'] = empty(429, '300');
    poller.run();
    await pass(60_000);
    platform.everywhere(lose);
    await pass(2 * POLL_INTERVAL_MS);
    expect(unreached().length).toBeGreaterThan(0);
  });

  it('and at once that a network wants a sign-in, where its page comes for everything', async () => {
    const { platform, poller, unreached } = running();
    poller.run();
    await pass(3_000);
    platform.everywhere(page);
    poller.pollNow();
    await pass(0);
    expect(unreached()).toMatchObject([{ captivePortal: true }]);
  });
});

describe('a session that is over', () => {
  it('is noticed within a minute although the bonus wallet alone had said so before, when it was not, and the balance is not to be asked', async () => {
    const { platform, poller, ends } = running();
    platform.answers['bonusWallet'] = empty(401);
    await poller.check();
    poller.run();
    await pass(5 * 60_000);
    expect(ends()).toEqual([]);
    platform.answers['profile'] = empty(401);
    platform.answers['balance'] = empty(503, '3600');
    await pass(END_QUESTION_INTERVAL_MS + POLL_INTERVAL_MS);
    expect(ends()).toHaveLength(1);
  });

  it('is asked about by the profile no more than once a minute', async () => {
    const { platform, poller } = running();
    platform.answers['bonusWallet'] = empty(401);
    poller.run();
    await pass(10 * 60_000);
    expect(platform.count('profile')).toBeGreaterThanOrEqual(9);
    expect(platform.count('profile')).toBeLessThanOrEqual(11);
  });

  it.each(['balance', 'profile'])('is not believed of one 401 in no words of the platform, which something before it may send: %s', async (kind) => {
    const { platform, poller, ends } = running();
    let answered = 0;
    platform.answers[kind] = () => (answered++ === 0 ? new Response('auth backend busy', { status: 401, headers: { 'content-type': 'text/plain' } }) : json(BODIES[kind]));
    expect(await poller.check()).toBe(true);
    poller.run();
    await pass(3 * POLL_INTERVAL_MS);
    expect(ends()).toEqual([]);
  });

  it.each(['balance', 'profile'])('is believed when the profile says the same once more: %s', async (kind) => {
    const { platform, poller, ends } = running();
    for (const each of [kind, 'profile']) platform.answers[each] = () => new Response('no', { status: 401, headers: { 'content-type': 'text/plain' } });
    await poller.check();
    poller.run();
    await pass(0);
    expect(ends()).toHaveLength(1);
    expect(platform.count('profile')).toBeLessThanOrEqual(2);
  });
});

describe('an answer from a cache on the way', () => {
  it('is not reported as live, but as old as the cache says', async () => {
    const { platform, poller, events } = running();
    platform.answers['balance'] = () => json(BODIES['balance'], { headers: { age: '3600' } });
    poller.run();
    await pass(POLL_INTERVAL_MS);
    const ofBalance = events.filter((event) => 'kind' in event && event.kind === 'balance');
    expect(ofBalance.map(({ type }) => type)).toEqual(['heard', 'confirmed']);
    for (const event of ofBalance) expect(event).toMatchObject({ isPhoneTime: true });
    expect(ofBalance.at(-1)).toMatchObject({ savedAt: Date.now() - 3_600_000 });
  });
});
