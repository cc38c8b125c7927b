/**
 * The sync worker without its entry: sessions, lead and tabs around the poller. Everything from outside is given to it.
 */
import type { Client } from '../api/http';
import type { Database } from '../data/database';
import type { AddressedEvent, SyncWorkerCalls, WorkerEvent, WorkerSession } from './contract';
import { syncConsents } from './consent-sync';
import { Candidate, isTabMessage } from './leader';
import type { Channel, Locks, TabMessage } from './leader';
import { Poller } from './poller';
import type { PollerDeps } from './poller';

export interface SyncDeps extends Omit<PollerDeps, 'client' | 'emit'> {
  /** The client reads the anti-forgery token from here: workers have no cookies. */
  readonly makeClient: (token: () => string | null) => Client;
  readonly db: Database;
  readonly locks: Locks | null;
  readonly openChannel: () => Channel | null;
  /** A name for this tab among the tabs of the browser. */
  readonly tab: string;
}

interface Active {
  readonly session: WorkerSession;
  readonly poller: Poller;
  readonly ending: AbortController;
  readonly onEvent: (event: AddressedEvent) => void;
  given: Readonly<Record<string, boolean>> | null;
  isChecked: boolean;
}

export function createSync(deps: SyncDeps): SyncWorkerCalls {
  let token: string | null = null;
  let active: Active | null = null;
  let isVisible = false;
  const client = deps.makeClient(() => token);
  const channel = deps.openChannel();
  const candidate = new Candidate(deps.locks, onLead);

  function onLead(leads: boolean): void {
    if (!active) return;
    if (leads) active.poller.run();
    else active.poller.pause();
  }

  function tell(to: Active, event: WorkerEvent): void {
    to.onEvent({ generation: to.session.generation, event });
  }

  function post(message: TabMessage): void {
    channel?.postMessage(message);
  }

  /** An event of this tab's own poller: to its page, and to the other tabs. */
  function onOwnEvent(from: Active, event: WorkerEvent): void {
    if (from !== active) return;
    if (event.type === 'heard' && event.kind === 'profile') from.given = event.data.consents;
    tell(from, event);
    post({ type: 'event', about: from.session.userId, event });
    if (event.type === 'session-ended') stop();
  }

  function onMessage(message: TabMessage): void {
    if (!active || message.about !== active.session.userId) return;
    if (message.type === 'event') {
      // Another tab's session of the same player may have ended while this one's goes on: it finds out by itself.
      if (message.event.type === 'session-ended') void check(active);
      else tell(active, message.event);
      if (message.event.type === 'failed') active.poller.spare(message.event.error.retryAfterMs ?? 0);
    } else if (message.type === 'last-heard' && message.to === deps.tab) {
      for (const event of message.events) tell(active, event);
    } else if (message.type === 'poll' && candidate.leads) {
      if (message.isNew) post({ type: 'last-heard', about: message.about, to: message.from, events: active.poller.lastHeard() });
      active.poller.pollNow();
    }
  }

  async function check(of: Active): Promise<void> {
    const goesOn = await of.poller.check();
    if (!goesOn || of !== active) return;
    await consents(of);
    if (of !== active) return;
    of.isChecked = true;
    if (isVisible) candidate.stand();
    if (candidate.leads) of.poller.run();
  }

  async function consents(of: Active): Promise<void> {
    if (of.given === null) return;
    const { session, given, ending } = of;
    const hasChanged = await syncConsents({ client, db: deps.db, session, given, signal: ending.signal });
    if (hasChanged && of === active) await of.poller.check();
  }

  function askForPoll(isNew: boolean): void {
    if (!active) return;
    if (candidate.leads) active.poller.pollNow();
    else post({ type: 'poll', about: active.session.userId, from: deps.tab, isNew });
  }

  function stop(): void {
    active?.ending.abort();
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
        poller: new Poller({ ...deps, client, emit: (event) => onOwnEvent(starting, event) }, session),
        ending: new AbortController(),
        onEvent,
        given: null,
        isChecked: false,
      };
      active = starting;
      // Whoever leads in another tab tells what it has; if that is this one, it polls by itself.
      void check(starting).then(() => candidate.leads || askForPoll(true));
    },
    stop,
    setVisible(visible) {
      isVisible = visible;
      if (!visible) candidate.stepDown();
      else if (active?.isChecked) {
        candidate.stand();
        askForPoll(false);
      }
    },
    setAntiForgery(next) {
      token = next;
    },
    pollNow: () => askForPoll(false),
    recheck() {
      if (active) void check(active).then(() => askForPoll(false));
    },
    ping: () => true,
  };
}
