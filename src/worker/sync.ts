/**
 * The sync worker without its entry: it keeps the session, the lead among the tabs, the poller and the outbox together. Clocks, network and
 * storage are given to it.
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
  /** Makes the client, which gets the anti-forgery token by these functions, because a worker can't read cookies. */
  readonly makeClient: (token: () => string | null, renewToken: () => Promise<void>) => Client;
  readonly db: Database;
  readonly locks: Locks | null;
  readonly openChannel: () => Channel | null;
  /** Epoch ms by the phone's own clock. */
  readonly wall: () => number;
  /** A name for this tab among the tabs of the browser. */
  readonly tab: string;
}

/**
 * The outbox is looked at again after this time at the latest. Pauses run by the wall clock, and the steady clock may stand still while a
 * phone sleeps.
 */
const LOOK_AGAIN_MS = 60_000;
/** A call waits this long for the page to pass a new token. */
const TOKEN_PATIENCE_MS = 5_000;
/** A new tab waits this long for the leader to say which calls the platform wants to be spared. */
const LEADER_PATIENCE_MS = 200;

interface ActiveSession {
  readonly details: WorkerSession;
  readonly poller: Poller;
  /** Aborts the sending of the outbox when the session ends or the tab is hidden. */
  drainAbort: AbortController;
  readonly onEvent: (event: AddressedEvent) => void;
  /** The consents of the profile, from a live answer. */
  consents: Readonly<Record<string, boolean>> | null;
  isChecked: boolean;
  /** True: the session check waits until the tab is visible. */
  isCheckDue: boolean;
  /** True: items may wait, so the outbox is tried with the next poll that is answered. */
  mayHaveItems: boolean;
  /** By the steady clock: the waiting items were put off until then, unless a new one comes. */
  notBefore: number;
  /** True: the outbox may have changed what the profile says, so the profile has to be read again. */
  isProfileStale: boolean;
}

/** Records an answer that another tab got. The event may come from a tab of an older build, so its fields are checked. */
function noteAttempt(poller: Poller, event: WorkerEvent): void {
  if ('kind' in event) poller.noteAttempt(event.kind, event.type === 'failed' ? event.error : event.type === 'heard' ? event.instead : null);
}

export function createSync(deps: SyncDeps): SyncWorkerCalls {
  let token: string | null = null;
  let resolveToken: (() => void) | null = null;
  let resolveWaits: (() => void) | null = null;
  let active: ActiveSession | null = null;
  let isVisible = false;
  /** A function, because the compiler does not see that `isVisible` may change during an `await`. */
  const isHidden = () => !isVisible;
  /** The last drain that was begun. Drains of this tab wait for each other, also where the browser has no locks. */
  let lastDrain: Promise<unknown> = Promise.resolve();
  let outboxPart: typeof import('./outbox') | null = null;
  const client = deps.makeClient(() => token, renewToken);
  const channel = deps.openChannel();
  const candidate = new Candidate(deps.locks, onLead);

  function onLead(leads: boolean): void {
    if (!active) return;
    if (leads) active.poller.run();
    else active.poller.pause();
  }

  function emitToPage(session: ActiveSession, event: AddressedEvent['event'], askedAt?: number): void {
    session.onEvent({ generation: session.details.generation, event, askedAt });
  }

  /** Has the page fetch another token, because only the page can read the cookie. Where no page answers, the call goes on with the old one. */
  function renewToken(): Promise<void> {
    return new Promise((resolve) => {
      resolveToken = resolve;
      deps.after(TOKEN_PATIENCE_MS, resolve);
      if (active) emitToPage(active, { type: 'token-refused' });
    });
  }

  function post(message: TabMessage): void {
    channel?.postMessage(message);
  }

  /** Passes an event of this tab's poller to its page and to the other tabs. */
  function onOwnEvent(session: ActiveSession, event: WorkerEvent, askedAt: number | undefined): void {
    if (session !== active) return;
    if (event.type === 'heard' && event.kind === 'profile' && event.live) session.consents = event.data.consents;
    if ('kind' in event && event.kind === 'profile' && event.type !== 'failed') session.isProfileStale = false;
    emitToPage(session, event, askedAt);
    sendWithNextAnswer(session, event);
    post({ type: 'event', about: session.details.userId, event, askedAt });
    if (event.type === 'session-ended') stop();
  }

  function onMessage(message: TabMessage): void {
    if (!active || message.about !== active.details.userId) return;
    if (message.type === 'event') {
      // The other tab may have another session of the same player, so this one checks its own.
      if (message.event.type === 'session-ended') void checkAndStart(active);
      else {
        emitToPage(active, message.event, message.askedAt);
        sendWithNextAnswer(active, message.event);
      }
      noteAttempt(active.poller, message.event);
    } else if (message.type === 'last-heard' && message.to === deps.tab) {
      // These are old answers, so they are not live: the platform may not answer any more.
      for (const event of message.events) emitToPage(active, { ...event, live: false });
    } else if (message.type === 'opened' && candidate.leads) {
      post({ type: 'waits', about: message.about, to: message.from, waits: active.poller.waits() });
    } else if (message.type === 'waits' && message.to === deps.tab) {
      for (const [kind, retryAfterMs] of message.waits) active.poller.noteAttempt(kind, { code: 'network', retryable: true, retryAfterMs });
      resolveWaits?.();
    } else if (message.type === 'poll' && candidate.leads) {
      if (message.isNew) post({ type: 'last-heard', about: message.about, to: message.from, events: active.poller.lastAnswers() });
      active.poller.pollNow();
    }
  }

  /** Notes that items may wait, after a failure or an item of another tab, and sends them with the next live answer. */
  function sendWithNextAnswer(session: ActiveSession, event: WorkerEvent): void {
    if (event.type === 'outbox') session.notBefore = Number.NEGATIVE_INFINITY;
    if (event.type === 'failed' || event.type === 'outbox') session.mayHaveItems = true;
    else {
      const isLiveAnswer = event.type === 'confirmed' || (event.type === 'heard' && event.live);
      const isDue = session.mayHaveItems && deps.steady() >= session.notBefore;
      if (session.isChecked && isDue && isLiveAnswer) void drain(session);
    }
  }

  /** Asks the leader which calls the platform wants to be spared, and spares them here, too. */
  async function takeOverWaits({ details }: ActiveSession): Promise<void> {
    if (!(await candidate.isTaken())) return;
    await new Promise<void>((resolve) => {
      resolveWaits = resolve;
      deps.after(LEADER_PATIENCE_MS, resolve);
      post({ type: 'opened', about: details.userId, from: deps.tab });
    });
  }

  function startPolls(session: ActiveSession): void {
    if (session !== active) return;
    if (isVisible) candidate.stand();
    if (candidate.leads) session.poller.run();
  }

  async function begin(session: ActiveSession): Promise<void> {
    await takeOverWaits(session);
    if (session !== active) return;
    await checkAndStart(session);
    // A leader in another tab sends its last answers. A tab that leads itself polls anyway.
    if (!session.isCheckDue && !candidate.leads) askForPoll(true);
  }

  /** Checks the session, then starts the polls and sends what waits. A hidden tab makes no calls, so its check waits until it is visible. */
  async function checkAndStart(session: ActiveSession): Promise<void> {
    session.isCheckDue = isHidden();
    if (isHidden()) return;
    const stopWaiting = deps.after(CHECK_PATIENCE_MS, () => startPolls(session));
    const isSessionOpen = await session.poller.check();
    stopWaiting();
    if (!isSessionOpen || session !== active) return;
    session.isChecked = true;
    startPolls(session);
    // Nothing waits for the outbox, so that neither polls nor other tabs are delayed by it.
    void sendWaiting(session);
  }

  /** Sends what the player chose, and only after that the implied consents, so that these never overtake a choice. */
  async function sendWaiting(session: ActiveSession): Promise<void> {
    if (!(await drain(session)) || session !== active) return;
    const hasStored = await sendImplied(session);
    if (hasStored && session === active) await session.poller.check();
  }

  /** Sends the implied consents; returns true when the platform has stored one. */
  async function sendImplied(session: ActiveSession): Promise<boolean> {
    if (session.details.consentPolicy !== 'implied') return false;
    // Where the file can't be loaded no consent is sent.
    const part = await import('./implied-consents').catch(() => null);
    return part !== null && session === active && part.postImplied(outboxOf(session));
  }

  const tellTabs = ({ details }: ActiveSession) =>
    post({ type: 'event', about: details.userId, event: { type: 'outbox', sent: [], refused: [] } });

  const outboxOf = ({ details, consents, drainAbort: { signal } }: ActiveSession) => ({ ...deps, client, session: details, consents, signal });

  /**
   * Drains the outbox by a part in a file of its own, so that no poll waits for its code. The file is loaded after the first session check,
   * even if nothing waits, because the connection is there then. A load that fails counts like a failed call.
   */
  async function drainWithPart(session: ActiveSession): Promise<OutboxDrainResult> {
    outboxPart ??= await import('./outbox').catch(() => null);
    return outboxPart?.drainOutbox(outboxOf(session)) ?? { sent: [], refused: [], stopReason: 'later', waitMs: null, hasPutOff: false };
  }

  /** Sends what waits; returns true when nothing waits any more. A hidden tab sends nothing, because a frozen one would hold up the others. */
  async function drain(session: ActiveSession): Promise<boolean> {
    session.mayHaveItems = !isVisible;
    if (!isVisible) return false;
    const ownDrain = lastDrain.then(() => {
      // A tab that was hidden while it waited for the last drain sends nothing either.
      if (session === active && isVisible) session.drainAbort = new AbortController();
      return drainWithPart(session);
    });
    lastDrain = ownDrain.catch(() => undefined);
    const { sent, refused, stopReason, waitMs, hasPutOff } = await ownDrain;
    if (session !== active) return false;
    if (stopReason === 'later') session.mayHaveItems = true;
    session.notBefore = deps.steady() + Math.min(waitMs ?? 0, LOOK_AGAIN_MS);
    const hasChanged = sent.length + refused.length > 0;
    if (hasChanged || session.isProfileStale) {
      session.isProfileStale = true;
      // The profile is read first, because a switch must not fall back for a moment when its change has been sent.
      if (isHidden()) session.isCheckDue = true;
      else await session.poller.check();
      if (session !== active) return false;
    }
    if (hasChanged || hasPutOff) {
      emitToPage(session, { type: 'outbox', sent, refused });
      tellTabs(session);
    }
    return stopReason === null;
  }

  function askForPoll(isNew: boolean): void {
    if (!active) return;
    if (candidate.leads) active.poller.pollNow();
    else post({ type: 'poll', about: active.details.userId, from: deps.tab, isNew });
  }

  function stop(): void {
    active?.drainAbort.abort();
    active?.poller.end();
    active = null;
    candidate.stepDown();
  }

  if (channel) channel.onmessage = ({ data }) => isTabMessage(data) && onMessage(data);

  return {
    start(details, visible, onEvent) {
      stop();
      isVisible = visible;
      const session: ActiveSession = {
        details,
        poller: new Poller({ ...deps, client, emit: (event, askedAt) => onOwnEvent(session, event, askedAt) }, details),
        drainAbort: new AbortController(),
        onEvent,
        consents: null,
        isChecked: false,
        isCheckDue: false,
        mayHaveItems: false,
        notBefore: Number.NEGATIVE_INFINITY,
        isProfileStale: false,
      };
      active = session;
      void begin(session);
    },
    stop,
    setVisible(visible) {
      isVisible = visible;
      if (!visible) {
        candidate.stepDown();
        active?.drainAbort.abort();
        return;
      }
      const current = active;
      if (!current) return;
      if (current.isChecked) {
        candidate.stand();
        askForPoll(false);
      }
      if (current.isCheckDue) void checkAndStart(current).then(() => candidate.leads || askForPoll(true));
    },
    setAntiForgery(next) {
      token = next;
      resolveToken?.();
    },
    pollNow: () => askForPoll(false),
    recheck() {
      const current = active;
      if (current) void checkAndStart(current).then(() => current.isCheckDue || askForPoll(false));
    },
    drain() {
      if (!active) return;
      tellTabs(active);
      // Until the first session check has ended, the session itself may have ended. The check drains the outbox when it ends.
      if (active.isChecked) void drain(active);
    },
    ping: () => true,
  };
}
