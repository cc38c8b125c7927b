/**
 * Decides which page views are reported to the advertising partner, and when. A view is reported only if the platform has said within
 * the last poll that its player agrees. Until then it waits in memory, and is dropped at the end of the visit.
 * Guests, and players who do not agree, leave no trace here.
 */
import type { PageView } from './pixel-address';

export interface PixelPlayer {
  readonly userId: string;
  /** As the last profile said; null while none is known. */
  readonly hasAgreed: boolean | null;
  /** Epoch ms at which the platform last said so; null when that was not at its last try. */
  readonly liveAt: number | null;
}

/** `not-sent`: the request did not leave the phone. `unknown`: it may have arrived. */
export type SendOutcome = 'sent' | 'not-sent' | 'unknown';

export interface PixelQueueDeps {
  readonly now: () => number;
  /** The signed-in player, or null. */
  readonly player: () => PixelPlayer | null;
  /** Whether this device knows of a withdrawal that the platform may not know of yet. */
  readonly hasWithdrawn: (userId: string) => Promise<boolean>;
  readonly isOffline: () => boolean;
  /** Whether the page is in sight: hidden it asks for nothing, and tells nothing. */
  readonly isSeen: () => boolean;
  /** Asks the platform for the profile. What it says is heard by `recheck`. */
  readonly askProfile: () => void;
  /** Runs once after `ms`. */
  readonly after: (ms: number, run: () => void) => void;
  readonly send: (view: PageView, signal: AbortSignal) => Promise<SendOutcome>;
}

export interface PixelQueue {
  readonly add: (view: PageView) => void;
  /** Something has changed: the player, their profile, the connection, whether the page is in sight. */
  readonly recheck: () => void;
}

/** More page views than a visit without a connection has. */
export const MAX_WAITING = 20;
/** An answer of the platform counts for so long, so that a withdrawal on another device takes effect within one poll. */
export const TRUST_MS = 15_000;
/** Between two questions to the platform; twice as long after each that brought no answer. */
export const ASK_GAP_MS = 5_000;
export const LONGEST_GAP_MS = 60_000;

interface WaitingView {
  readonly userId: string;
  readonly view: PageView;
}

export function createPixelQueue(deps: PixelQueueDeps): PixelQueue {
  let waitingViews: readonly WaitingView[] = [];
  let currentRun: AbortController | null = null;
  let needsAnotherRun = false;
  let lastQuestionAt = Number.NEGATIVE_INFINITY;
  let gapMs = 0;
  /** When the queue looks again by itself, epoch ms. */
  let dueAt = Number.POSITIVE_INFINITY;

  function drop(): void {
    waitingViews = [];
    currentRun?.abort();
  }

  /** The player whose views may be told, as far as the stores know. Views that may never be told are dropped. */
  function consentingPlayer(): PixelPlayer | null {
    const player = deps.player();
    const isOthers = waitingViews.some(({ userId }) => userId !== player?.userId);
    if (player === null || player.hasAgreed === false || isOthers) drop();
    return player?.hasAgreed === true && waitingViews.length > 0 ? player : null;
  }

  function isFresh({ liveAt }: PixelPlayer): boolean {
    const ageMs = liveAt === null ? Number.POSITIVE_INFINITY : deps.now() - liveAt;
    return ageMs < TRUST_MS && ageMs > -TRUST_MS;
  }

  /** Asks now, or when the gap is over; nobody may have been able to answer the last question. */
  function ask(): void {
    const sinceMs = Math.abs(deps.now() - lastQuestionAt);
    if (sinceMs < gapMs) return recheckIn(gapMs - sinceMs);
    lastQuestionAt = deps.now();
    gapMs = Math.min(Math.max(2 * gapMs, ASK_GAP_MS), LONGEST_GAP_MS);
    deps.askProfile();
    recheckIn(gapMs);
  }

  function recheckIn(ms: number): void {
    const at = deps.now() + ms;
    if (dueAt <= at) return;
    dueAt = at;
    deps.after(ms, () => {
      dueAt = Number.POSITIVE_INFINITY;
      recheck();
    });
  }

  /** The next view that may be told now, or null. */
  async function next(): Promise<WaitingView | null> {
    const before = consentingPlayer();
    // This comes first, offline too: views without consent are not told when it is given again.
    if (before !== null && (await deps.hasWithdrawn(before.userId))) drop();
    const player = consentingPlayer();
    if (player === null || deps.isOffline() || !deps.isSeen()) return null;
    if (isFresh(player)) {
      gapMs = 0;
      return waitingViews[0] ?? null;
    }
    ask();
    return null;
  }

  async function work(signal: AbortSignal): Promise<void> {
    for (let first = await next(); first !== null && !signal.aborted; first = await next()) {
      const outcome = await deps.send(first.view, signal);
      if (outcome === 'not-sent') return;
      waitingViews = waitingViews.filter((each) => each !== first);
    }
  }

  async function run(): Promise<void> {
    const controller = new AbortController();
    currentRun = controller;
    try {
      await work(controller.signal);
    } finally {
      currentRun = null;
    }
    // Something changed in the middle of its work.
    if (needsAnotherRun) recheck();
  }

  function recheck(): void {
    consentingPlayer();
    if (currentRun !== null) needsAnotherRun = true;
    else if (waitingViews.length > 0) {
      needsAnotherRun = false;
      void run();
    }
  }

  return {
    add(view) {
      const player = deps.player();
      if (player !== null) waitingViews = [...waitingViews, { userId: player.userId, view }].slice(-MAX_WAITING);
      recheck();
    },
    recheck,
  };
}
