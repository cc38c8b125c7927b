/**
 * The advertising pixel. It reads the page views from the data layer and reports those of players who agree to that, by a
 * request that is made here, so no script of anybody else runs. It is a chunk of its own, loaded only where the operator has a
 * pixel.
 */
import { READ_DEADLINE_MS } from '../../api/deadlines';
import { startDeadline } from '../../api/deadline';
import { outboxOf } from '../../data/outbox';
import { connectionStore } from '../../state/connection';
import { figuresStore } from '../../state/figures';
import { sessionStore } from '../../state/session';
import type { Bridge } from '../bridge';
import { consentChoicesOf } from '../outbox/consent-choices';
import { perBridge } from '../per-bridge';
import { pageViewIn, pixelAddress } from './pixel-address';
import type { PageView } from './pixel-address';
import { createPixelQueue } from './pixel-queue';
import type { PixelPlayer, SendOutcome } from './pixel-queue';

const TAG = '3rdparty';

export interface Pixel {
  /**
   * Reports page views to this address from now on; null stops that. `firstSessionId`: the session in which the page was opened, whose
   * first views count although they came before this code.
   */
  readonly set: (url: string | null, firstSessionId: string | null) => void;
}

function createPixel(bridge: Bridge): Pixel {
  const { clock, database, onClose, sync } = bridge;
  const choices = consentChoicesOf(bridge);
  let pixelUrl: string | null = null;
  let isFollowing = false;

  function currentPlayer(): PixelPlayer | null {
    const { userId, profile } = sessionStore.getState();
    if (pixelUrl === null || userId === null) return null;
    const figure = figuresStore.getState().profile;
    return {
      userId,
      hasAgreed: choices.isWithdrawn(userId, TAG) ? false : profile === null || profile.consents === null ? null : profile.consents[TAG] === true,
      liveAt: figure.source === 'live' ? figure.savedAt : null,
    };
  }

  /** Sends one request, without cookies, without a referrer, and with nothing of the session. */
  async function send(view: PageView, signal: AbortSignal): Promise<SendOutcome> {
    if (pixelUrl === null) return 'not-sent';
    const deadline = startDeadline(READ_DEADLINE_MS, signal);
    try {
      await fetch(pixelAddress(pixelUrl, view, sessionStore.getState().email), {
        mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store', keepalive: true,
        signal: deadline.signal,
      });
      return 'sent';
    } catch {
      // A request that ran out of time may have arrived, so it is not sent twice.
      return deadline.endedBy() === null ? 'not-sent' : 'unknown';
    } finally {
      deadline.clear();
    }
  }

  /** Returns true if the outbox has a withdrawal of this consent, put there by any tab. */
  async function isWithdrawalWaiting(userId: string): Promise<boolean> {
    const items = await outboxOf(database, userId);
    return items.some(({ kind, slot }) => kind === 'withdraw-consent' && slot === `consent:${TAG}`);
  }

  const queue = createPixelQueue({
    now: clock.now,
    player: currentPlayer,
    hasWithdrawn: isWithdrawalWaiting,
    isOffline: () => ['offline', 'portal'].includes(connectionStore.getState().reach),
    isVisible: () => document.visibilityState === 'visible',
    askProfile: () => void sync.recheckSession(),
    after: (ms, run) => void setTimeout(run, ms),
    send,
  });

  function addEntry(entry: unknown): void {
    const view = pageViewIn(entry);
    if (view !== null) queue.add(view);
  }

  /** Follows the data layer from now on. With `includesEarlier` the entries that are there already count, too. */
  function followDataLayer(includesEarlier: boolean): void {
    const layer = (window.dataLayer ??= []);
    if (includesEarlier) layer.forEach(addEntry);
    const push = layer.push.bind(layer);
    layer.push = (...entries) => {
      const length = push(...entries);
      entries.forEach(addEntry);
      return length;
    };
  }

  function set(url: string | null, firstSessionId: string | null): void {
    pixelUrl = url;
    queue.recheck();
    if (isFollowing || url === null) return;
    isFollowing = true;
    onClose(sessionStore.subscribe(queue.recheck));
    onClose(figuresStore.subscribe((now, before) => {
      if (now.profile !== before.profile) queue.recheck();
    }));
    onClose(connectionStore.subscribe(queue.recheck));
    document.addEventListener('visibilitychange', queue.recheck);
    onClose(choices.follow(queue.recheck));
    // The page's content security policy may be older than the pixel's configuration. Then every further try would only write an
    // error into the console.
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
      if (pixelUrl !== null && blockedURI.startsWith(new URL(pixelUrl).origin)) set(null, null);
    });
    followDataLayer(firstSessionId !== null && sessionStore.getState().sessionId === firstSessionId);
  }

  return { set };
}

export const pixelOf = perBridge(createPixel);
