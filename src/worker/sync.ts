/**
 * The sync worker without its entry: sessions, lead and tabs around the poller. Everything from outside is given to it.
 */
import type { Client } from '../api/http';
import type { Database } from '../data/database';
import type { AddressedEvent, SyncWorkerCalls, WorkerEvent, WorkerSession } from './contract';
import { Candidate, isTabMessage } from './leader';
import type { Channel, Locks, TabMessage } from './leader';
import type { OutboxDrainResult } from './outbox';
import { Poller } from './poller';
import type { PollerDeps } from './poller';
import { CHECK_PATIENCE_MS } from './schedule';

export interface SyncDeps extends Omit<PollerDeps, 'client' | 'emit'> {
  /** The client reads the anti-forgery token from here: workers have no cookies. */
  readonly makeClient: (token: () => string | null, renewToken: () => Promise<void>) => Client;
  readonly db: Database;
  readonly locks: Locks | null;
  readonly openChannel: () => Channel | null;
  /** Epoch ms by the phone's own clock. */
  readonly wall: () => number;
  /** A name for this tab among the tabs of the browser. */
  readonly tab: string;
}

/** Items that were put off are looked at again by then: a phone that slept has a steady clock that may have slept, too. */
const LOOK_AGAIN_MS = 60_000;
const TOKEN_PATIENCE_MS = 5_000;
/** A tab that was opened waits no longer for the leader to say what the platform wants to be spared. */
const LEADER_PATIENCE_MS = 200;

interface Active {
  readonly session: WorkerSession;
  readonly poller: Poller;
  /** Ends what is being sent from the outbox: the session is over, or the tab goes out of sight. */
  turn: AbortController;
  readonly onEvent: (event: AddressedEvent) => void;
  /** The consents of the profile, from a live answer. */
  consents: Readonly<Record<string, boolean>> | null;
  isChecked: boolean;
  /** The session check waits until somebody sees the tab. */
  isCheckDue: boolean;
  /** Something may wait: the outbox is tried with the next poll that is answered. */
  hasWaiting: boolean;
  /** By the steady clock: what waits was put off, and is not looked at before unless something new is there. */
  notBefore: number;
  /** The outbox has changed what the profile says. */
  isStale: boolean;
}

/** An answer that another tab got counts here, too. A tab of an older build may say anything. */
function noteAttempt(poller: Poller, event: WorkerEvent): void {
  if ('kind' in event) poller.noteAttempt(event.kind, event.type === 'failed' ? event.error : event.type === 'heard' ? event.instead : null);
}

export function createSync(deps: SyncDeps): SyncWorkerCalls {
  let token: string | null = null;
  let onToken: (() => void) | null = null;
  let onWaits: (() => void) | null = null;
  let active: Active | null = null;
  let isVisible = false;
  /** A function, because the player may have looked away during a wait. */
  const isHidden = () => !isVisible;
  /** The outbox is drained once at a time, also where there are no locks. */
  let draining: Promise<unknown> = Promise.resolve();
  let outboxPart: typeof import('./outbox') | null = null;
  const client = deps.makeClient(() => token, renewToken);
  const channel = deps.openChannel();
  const candidate = new Candidate(deps.locks, onLead);

  function onLead(leads: boolean): void {
    if (!active) return;
    if (leads) active.poller.run();
    else active.poller.pause();
  }

  function tell(to: Active, event: AddressedEvent['event'], askedAt?: number): void {
    to.onEvent({ generation: to.session.generation, event, askedAt });
  }

  /** The page fetches another token, since only it can read the cookie. Without a page to answer it goes on with what it has. */
  function renewToken(): Promise<void> {
    return new Promise((resolve) => {
      onToken = resolve;
      deps.after(TOKEN_PATIENCE_MS, resolve);
      if (active) tell(active, { type: 'token-refused' });
    });
  }

  function post(message: TabMessage): void {
    channel?.postMessage(message);
  }

  /** An event of this tab's own poller: to its page, and to the other tabs. */
  function onOwnEvent(from: Active, event: WorkerEvent, askedAt: number | undefined): void {
    if (from !== active) return;
    if (event.type === 'heard' && event.kind === 'profile' && event.live) from.consents = event.data.consents;
    if ('kind' in event && event.kind === 'profile' && event.type !== 'failed') from.isStale = false;
    tell(from, event, askedAt);
    watchForConnection(from, event);
    post({ type: 'event', about: from.session.userId, event, askedAt });
    if (event.type === 'session-ended') stop();
  }

  function onMessage(message: TabMessage): void {
    if (!active || message.about !== active.session.userId) return;
    if (message.type === 'event') {
      // Another tab's session of the same player may have ended while this one's goes on: it finds out by itself.
      if (message.event.type === 'session-ended') void check(active);
      else {
        tell(active, message.event, message.askedAt);
        watchForConnection(active, message.event);
      }
      noteAttempt(active.poller, message.event);
    } else if (message.type === 'last-heard' && message.to === deps.tab) {
      // These are old answers: nobody has said yet whether the platform answers now.
      for (const event of message.events) tell(active, { ...event, live: false });
    } else if (message.type === 'opened' && candidate.leads) {
      post({ type: 'waits', about: message.about, to: message.from, waits: active.poller.waits() });
    } else if (message.type === 'waits' && message.to === deps.tab) {
      for (const [kind, retryAfterMs] of message.waits) active.poller.noteAttempt(kind, { code: 'network', retryable: true, retryAfterMs });
      onWaits?.();
    } else if (message.type === 'poll' && candidate.leads) {
      if (message.isNew) post({ type: 'last-heard', about: message.about, to: message.from, events: active.poller.lastAnswers() });
      active.poller.pollNow();
    }
  }

  /** Waiting items go out with the first answer after a failure, and when another tab has put something there. */
  function watchForConnection(of: Active, event: WorkerEvent): void {
    if (event.type === 'outbox') of.notBefore = Number.NEGATIVE_INFINITY;
    if (event.type === 'failed' || event.type === 'outbox') of.hasWaiting = true;
    else if (of.isChecked && of.hasWaiting && deps.steady() >= of.notBefore && (event.type === 'confirmed' || (event.type === 'heard' && event.live))) void drain(of);
  }

  /** What the platform wants the leader to spare is spared here, too. */
  async function takeOverWaits({ session }: Active): Promise<void> {
    if (!(await candidate.isTaken())) return;
    await new Promise<void>((resolve) => {
      onWaits = resolve;
      deps.after(LEADER_PATIENCE_MS, resolve);
      post({ type: 'opened', about: session.userId, from: deps.tab });
    });
  }

  function startPolls(of: Active): void {
    if (of !== active) return;
    if (isVisible) candidate.stand();
    if (candidate.leads) of.poller.run();
  }

  async function begin(of: Active): Promise<void> {
    await takeOverWaits(of);
    if (of !== active) return;
    await check(of);
    // Whoever leads in another tab tells what it has; if that is this one, it polls by itself.
    if (!of.isCheckDue && !candidate.leads) askForPoll(true);
  }

  /** A tab that nobody sees asks for nothing: its check waits until it is seen. */
  async function check(of: Active): Promise<void> {
    of.isCheckDue = isHidden();
    if (isHidden()) return;
    const stopWaiting = deps.after(CHECK_PATIENCE_MS, () => startPolls(of));
    const isSessionOpen = await of.poller.check();
    stopWaiting();
    if (!isSessionOpen || of !== active) return;
    of.isChecked = true;
    startPolls(of);
    // Beside the polls and the other tabs, which wait for nobody's outbox.
    void sendWaiting(of);
  }

  /** What the player chose comes first; what is only assumed never overtakes it. */
  async function sendWaiting(of: Active): Promise<void> {
    if ((await drain(of)) && of === active && (await sendImplied(of)) && of === active) await of.poller.check();
  }

  /** True when the platform took a consent in that nobody was asked for. */
  async function sendImplied(of: Active): Promise<boolean> {
    if (of.session.consentPolicy !== 'implied') return false;
    // Without this file no consent is assumed.
    const part = await import('./implied-consents').catch(() => null);
    return part !== null && of === active && part.postImplied(outboxOf(of));
  }

  const tellTabs = ({ session }: Active) =>
    post({ type: 'event', about: session.userId, event: { type: 'outbox', sent: [], refused: [] } });

  const outboxOf = ({ session, consents, turn: { signal } }: Active) => ({ ...deps, client, session, consents, signal });

  /**
   * The outbox has a file of its own, for which no poll waits. It is loaded after the first session check that was answered, while
   * the line is there, and not only when something waits. A load that fails means later, as a failed call does.
   */
  async function drainWithPart(of: Active): Promise<OutboxDrainResult> {
    outboxPart ??= await import('./outbox').catch(() => null);
    return outboxPart?.drainOutbox(outboxOf(of)) ?? { sent: [], refused: [], stopReason: 'later', waitMs: null, hasPutOff: false };
  }

  /** True when nothing waits any more. Only in sight: a tab that is frozen in the middle of it would hold up the others. */
  async function drain(of: Active): Promise<boolean> {
    of.hasWaiting = !isVisible;
    if (!isVisible) return false;
    const ownDrain = draining.then(() => {
      if (of === active) of.turn = new AbortController();
      return drainWithPart(of);
    });
    draining = ownDrain.catch(() => undefined);
    const { sent, refused, stopReason, waitMs, hasPutOff } = await ownDrain;
    if (of !== active) return false;
    if (stopReason === 'later') of.hasWaiting = true;
    of.notBefore = deps.steady() + Math.min(waitMs ?? 0, LOOK_AGAIN_MS);
    const hasChanged = sent.length + refused.length > 0;
    if (hasChanged || of.isStale) {
      of.isStale = true;
      // The profile is read first, because a switch must not fall back for a moment when its change has been sent.
      if (isHidden()) of.isCheckDue = true;
      else await of.poller.check();
      if (of !== active) return false;
    }
    if (hasChanged || hasPutOff) {
      tell(of, { type: 'outbox', sent, refused });
      tellTabs(of);
    }
    return stopReason === null;
  }

  function askForPoll(isNew: boolean): void {
    if (!active) return;
    if (candidate.leads) active.poller.pollNow();
    else post({ type: 'poll', about: active.session.userId, from: deps.tab, isNew });
  }

  function stop(): void {
    active?.turn.abort();
    active?.poller.end();
    active = null;
    candidate.stepDown();
  }

  if (channel) channel.onmessage = ({ data }) => isTabMessage(data) && onMessage(data);

  return {
    start(session, visible, onEvent) {
      stop();
      isVisible = visible;
      const starting: Active = {
        session,
        poller: new Poller({ ...deps, client, emit: (event, askedAt) => onOwnEvent(starting, event, askedAt) }, session),
        turn: new AbortController(),
        onEvent,
        consents: null,
        isChecked: false,
        isCheckDue: false,
        hasWaiting: false,
        notBefore: Number.NEGATIVE_INFINITY,
        isStale: false,
      };
      active = starting;
      void begin(starting);
    },
    stop,
    setVisible(visible) {
      isVisible = visible;
      if (!visible) {
        candidate.stepDown();
        active?.turn.abort();
        return;
      }
      const current = active;
      if (!current) return;
      if (current.isChecked) {
        candidate.stand();
        askForPoll(false);
      }
      if (current.isCheckDue) void check(current).then(() => candidate.leads || askForPoll(true));
    },
    setAntiForgery(next) {
      token = next;
      onToken?.();
    },
    pollNow: () => askForPoll(false),
    recheck() {
      const current = active;
      if (current) void check(current).then(() => current.isCheckDue || askForPoll(false));
    },
    drain() {
      if (!active) return;
      tellTabs(active);
      // Before the first session check is over nothing is known of the session; the check sends it then.
      if (active.isChecked) void drain(active);
    },
    ping: () => true,
  };
}
