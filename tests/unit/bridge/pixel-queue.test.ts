import { describe, expect, it } from 'vitest';
import { ASK_GAP_MS, createPixelQueue, LONGEST_GAP_MS, MAX_WAITING, TRUST_MS } from '../../../src/bridge/pixel/pixel-queue';
import type { PixelPlayer, SendOutcome } from '../../../src/bridge/pixel/pixel-queue';

/** Everything under way is a promise that is resolved already: one turn of the event loop ends it. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const view = (path: string) => ({ path, routeName: 'help', pageLoadTimestamp: 1 });
const START = 1_000_000;

/** A queue with a world around it that a test changes by hand. */
function world(player: PixelPlayer | null = { userId: 'a', hasAgreed: true, liveAt: START }) {
  const now = { player, at: START, isCut: false, isVisible: true, withdrawn: new Set<string>(), outcome: 'sent' as SendOutcome | Promise<SendOutcome> };
  const sentViews: string[] = [];
  const aborted: string[] = [];
  let questions = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const queue = createPixelQueue({
    now: () => now.at,
    player: () => now.player,
    hasWithdrawn: async (userId) => now.withdrawn.has(userId),
    isOffline: () => now.isCut,
    isVisible: () => now.isVisible,
    after: (ms, run) => void timers.push({ at: now.at + ms, run }),
    askProfile: () => void (questions += 1),
    send: async ({ path }, signal) => {
      signal.onabort = () => void aborted.push(path);
      const outcome = await now.outcome;
      if (outcome === 'sent') sentViews.push(path);
      return outcome;
    },
  });
  const change = async (next: Partial<typeof now>) => {
    Object.assign(now, next);
    queue.recheck();
    await settled();
  };
  const open = async (...paths: string[]) => {
    for (const path of paths) queue.add(view(path));
    await settled();
  };
  /** Lets time pass, in steps of a second. */
  const pass = async (ms: number) => {
    for (const end = now.at + ms; now.at < end; ) {
      now.at += 1_000;
      const due = timers.filter(({ at }) => at <= now.at);
      timers = timers.filter(({ at }) => at > now.at);
      for (const { run } of due) run();
      await settled();
    }
  };
  return { now, queue, sentViews, aborted, change, open, pass, questions: () => questions };
}

const AGREED: PixelPlayer = { userId: 'a', hasAgreed: true, liveAt: START };

describe('row 34: a page view', () => {
  it('of a player who agrees is sent once, in order', async () => {
    const { sentViews, open, change } = world();
    await open('/a', '/b');
    await open('/c');
    await change({});
    expect(sentViews).toEqual(['/a', '/b', '/c']);
  });

  it('of a guest is not sent, not even when the guest signs in and agrees', async () => {
    const { sentViews, open, change } = world(null);
    await open('/guest');
    await change({ player: AGREED });
    await open('/player');
    expect(sentViews).toEqual(['/player']);
  });

  it('of a player without consent is not sent, not even when it is given later', async () => {
    const { sentViews, open, change, questions } = world({ ...AGREED, hasAgreed: false });
    await open('/before');
    await change({ player: AGREED });
    await open('/after');
    expect(sentViews).toEqual(['/after']);
    expect(questions()).toBe(0);
  });

  it('waits until the platform itself has said that the player agrees', async () => {
    const { sentViews, open, change, questions } = world({ userId: 'a', hasAgreed: null, liveAt: null });
    await open('/a');
    expect(sentViews).toEqual([]);
    await change({ player: { userId: 'a', hasAgreed: true, liveAt: null } });
    expect(sentViews).toEqual([]);
    expect(questions()).toBe(1);
    await change({ player: AGREED });
    expect(sentViews).toEqual(['/a']);
  });

  it('waits for a new profile when the last one is older than a poll, and asks for it once', async () => {
    const { sentViews, open, change, questions } = world();
    await change({ at: START + TRUST_MS });
    await open('/a', '/b');
    expect([sentViews, questions()]).toEqual([[], 1]);
    await change({ player: { ...AGREED, liveAt: START + TRUST_MS } });
    expect(sentViews).toEqual(['/a', '/b']);
  });

  it('is sent although the first request met no network, and nothing changes after it', async () => {
    const { sentViews, open, change, pass, questions } = world();
    await change({ at: START + TRUST_MS });
    await open('/a');
    await change({ isCut: true });
    await change({ isCut: false });
    expect([sentViews, questions()]).toEqual([[], 1]);
    await pass(ASK_GAP_MS);
    expect(questions()).toBe(2);
    await change({ player: { ...AGREED, liveAt: START + TRUST_MS + ASK_GAP_MS } });
    expect(sentViews).toEqual(['/a']);
  });

  it('asks a platform that does not answer less and less often, and asks nothing while the page is hidden', async () => {
    const { sentViews, now, open, change, pass, questions } = world({ ...AGREED, liveAt: null });
    await open('/a');
    const questionCounts: number[] = [];
    for (let minute = 0; minute < 6; minute += 1) {
      const before = questions();
      await pass(60_000);
      questionCounts.push(questions() - before);
    }
    expect(questionCounts).toEqual([3, 1, 1, 1, 1, 1]);
    await change({ isVisible: false });
    const before = questions();
    await pass(10 * LONGEST_GAP_MS);
    expect(questions()).toBe(before);
    await change({ isVisible: true });
    expect(questions()).toBe(before + 1);
    await change({ player: { ...AGREED, liveAt: now.at } });
    expect(sentViews).toEqual(['/a']);
    // With the answer it is as it was at first.
    await change({ at: now.at + TRUST_MS });
    await open('/b');
    await pass(ASK_GAP_MS);
    expect(questions()).toBe(before + 3);
  });

  it('is dropped when that profile shows a withdrawal on another device', async () => {
    const { sentViews, open, change } = world();
    await change({ at: START + TRUST_MS });
    await open('/a');
    await change({ player: { ...AGREED, hasAgreed: false, liveAt: START + TRUST_MS } });
    await change({ player: { ...AGREED, liveAt: START + TRUST_MS } });
    await open('/b');
    expect(sentViews).toEqual(['/b']);
  });

  it('is dropped when this device knows of a withdrawal, whatever the platform says, and also if consent is given again', async () => {
    const { now, sentViews, open } = world();
    now.withdrawn.add('a');
    now.isCut = true;
    await open('/withdrawn');
    now.withdrawn.clear();
    now.isCut = false;
    await open('/given');
    expect(sentViews).toEqual(['/given']);
  });

  it('is dropped when its player signs out, and a request under way is aborted', async () => {
    const { now, sentViews, aborted, open, change } = world();
    let end: (outcome: SendOutcome) => void = () => undefined;
    now.outcome = new Promise((resolve) => (end = resolve));
    await open('/a', '/b');
    await change({ player: { ...AGREED, userId: 'b' } });
    expect(aborted).toEqual(['/a']);
    end('unknown');
    now.outcome = 'sent';
    await change({ player: AGREED });
    await open('/again');
    expect(sentViews).toEqual(['/again']);
  });

  it('that came while another request was aborted is not forgotten', async () => {
    const { now, sentViews, open, change } = world();
    let end: (outcome: SendOutcome) => void = () => undefined;
    now.outcome = new Promise((resolve) => (end = resolve));
    await open('/a');
    await change({ player: { ...AGREED, userId: 'b' }, outcome: 'sent' });
    await open('/b');
    end('unknown');
    await change({});
    expect(sentViews).toEqual(['/b']);
  });

  it('without a connection waits for one, twenty at most, the newest', async () => {
    const { sentViews, open, change } = world();
    await change({ isCut: true });
    await open(...Array.from({ length: MAX_WAITING + 5 }, (_, n) => `/${n}`));
    expect(sentViews).toEqual([]);
    await change({ isCut: false });
    expect(sentViews).toEqual(Array.from({ length: MAX_WAITING }, (_, n) => `/${n + 5}`));
  });

  it('whose request did not leave the phone is tried again with the next change; one that may have arrived is not', async () => {
    const { sentViews, open, change } = world();
    await change({ outcome: 'not-sent' });
    await open('/a', '/b');
    await change({ outcome: 'sent' });
    expect(sentViews).toEqual(['/a', '/b']);
    await change({ outcome: 'unknown' });
    await open('/c');
    await change({ outcome: 'sent' });
    expect(sentViews).toEqual(['/a', '/b']);
  });
});
