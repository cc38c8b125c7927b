/**
 * Decides which page views are reported to the advertising partner, and when. A view is reported only if the platform has said within
 * the last poll that its player agrees. Until then it waits in memory, and is dropped at the end of the visit.
 * Guests, and players who do not agree, leave no trace here.
 */
import type { PageView } from './pixel-address';

export interface PixelPlayer {
  readonly userId: string;
  /** The consent by the last profile; null while none is known. */
  readonly hasAgreed: boolean | null;
  /** Epoch ms at which the platform last said so; null where its last try failed. */
  readonly liveAt: number | null;
}

/** `not-sent`: the request did not leave the phone. `unknown`: it may have arrived. */
export type SendOutcome = 'sent' | 'not-sent' | 'unknown';

export interface PixelQueueDeps {
  readonly now: () => number;
  /** The signed-in player, or null. */
  readonly player: () => PixelPlayer | null;
  /** Returns true if this device knows of a withdrawn consent that the platform may not know of yet. */
  readonly hasWithdrawn: (userId: string) => Promise<boolean>;
  readonly isOffline: () => boolean;
  /** Returns true while the page is visible. A hidden page asks nothing and reports nothing. */
  readonly isVisible: () => boolean;
  /** Asks the platform for the profile. Its answer leads to a call of `recheck`. */
  readonly askProfile: () => void;
  /** Runs once after `ms`. */
  readonly after: (ms: number, run: () => void) => void;
  readonly send: (view: PageView, signal: AbortSignal) => Promise<SendOutcome>;
}

export interface PixelQueue {
  readonly add: (view: PageView) => void;
  /** To be called when something has changed: the player, their profile, the connection, whether the page is visible. */
  readonly recheck: () => void;
}

/** A visit without a connection has fewer page views than this. */
export const MAX_WAITING = 20;
/** An answer of the platform counts for this long, so that a withdrawal on another device takes effect within one poll. */
export const TRUST_MS = 15_000;
/** The pause between two questions to the platform. It doubles after each one that brought no answer. */
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
  /** Epoch ms at which the queue checks again by itself. */
  let dueAt = Number.POSITIVE_INFINITY;

  function drop(): void {
    waitingViews = [];
    currentRun?.abort();
  }

  /** Drops the views where, as far as the stores know, they may never be reported. */
  function dropForbiddenViews(): void {
    const player = deps.player();
    const hasViewsOfOthers = waitingViews.some(({ userId }) => userId !== player?.userId);
    if (player === null || player.hasAgreed === false || hasViewsOfOthers) drop();
  }

  /** Returns the player whose waiting views may be reported, as far as the stores know. */
  function consentingPlayer(): PixelPlayer | null {
    const player = deps.player();
    return player?.hasAgreed === true && waitingViews.length > 0 ? player : null;
  }

  function isFresh({ liveAt }: PixelPlayer): boolean {
    const ageMs = liveAt === null ? Number.POSITIVE_INFINITY : deps.now() - liveAt;
    return ageMs < TRUST_MS && ageMs > -TRUST_MS;
  }

  /** Asks now, or when the pause is over, because nobody may have been able to answer the last question. */
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

  /** Returns the next view that may be reported now, or null. */
  async function next(): Promise<WaitingView | null> {
    dropForbiddenViews();
    const before = consentingPlayer();
    // This comes first, also without a connection: views without consent are not reported when consent is given again.
    if (before !== null && (await deps.hasWithdrawn(before.userId))) drop();
    dropForbiddenViews();
    const player = consentingPlayer();
    if (player === null || deps.isOffline() || !deps.isVisible()) return null;
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
    // Something has changed while the run was under way.
    if (needsAnotherRun) recheck();
  }

  function recheck(): void {
    dropForbiddenViews();
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
