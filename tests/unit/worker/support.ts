import { afterEach, beforeEach, vi } from 'vitest';
import { createClient } from '../../../src/api/http';
import type { WorkerEvent, WorkerSession } from '../../../src/worker/contract';
import { Poller } from '../../../src/worker/poller';
import { json } from '../api/support';
import { respondTo } from '../outbox/answers';

export const SESSION: WorkerSession = {
  sessionId: 's1', userId: 'a', generation: 1, capabilities: null, consentPolicy: 'ask',
};

export const BODIES: Readonly<Record<string, unknown>> = {
  profile: { username: 'ada', firstname: 'Ada', lastname: 'O', email: 'a@b.c', consents: {} },
  account: {
    userId: 'a', role: 'player', emailActivated: true, verification: 'none', protection: 'none', language: 'en', phone: null,
    memberSince: '2026-11-21T08:00:00Z', previousSignIn: null,
  },
  balance: { items: [{ type: 'Real', amount: 10, currency: 'NGN' }] },
  bonusWallet: { items: [] },
  games: { items: [] },
};

export interface Request {
  /** The last part of the path: `balance`, `bonusWallet`, `games` … */
  readonly kind: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;
  /** Past which caches it went. */
  readonly cache: RequestCache | null;
  /** Epoch ms of the fake clock. */
  readonly at: number;
}

/** A platform that answers each kind with what `answers` says, or with the usual body and no tag. */
export class FakePlatform {
  readonly requests: Request[] = [];
  answers: Record<string, ((request: Request) => Response | Promise<Response>) | undefined> = {};

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : input.toString();
    const request: Request = {
      kind: url.split('?')[0]?.split('/').at(-1) ?? '',
      method: init.method ?? 'GET',
      url,
      headers: new Headers(init.headers),
      signal: init.signal ?? null,
      cache: init.cache ?? null,
      at: Date.now(),
    };
    this.requests.push(request);
    const isRead = request.method === 'GET' || request.kind in BODIES;
    return this.answers[request.kind]?.(request) ?? (isRead ? json(BODIES[request.kind] ?? {}) : respondTo(request.method, url));
  };

  client() {
    return createClient({ baseUrl: '/api', fetch: this.fetch, now: Date.now });
  }

  /** How often a kind was asked for. */
  count(kind: string): number {
    return this.requests.filter((request) => request.kind === kind).length;
  }

  everywhere(answer: (request: Request) => Response | Promise<Response>): void {
    for (const kind of Object.keys(BODIES)) this.answers[kind] = answer;
  }
}

/** Answers with a tag, and 304 to that tag. */
export function tagged(body: unknown, tag = '"1"') {
  return ({ headers }: Request) =>
    headers.get('if-none-match') === tag
      ? new Response(null, { status: 304, headers: { etag: tag } })
      : json(body, { headers: { etag: tag } });
}

export const timers = {
  now: () => Date.now(),
  wall: () => Date.now(),
  steady: () => Date.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export function pollerOn(platform: FakePlatform, random = () => 0.5, session = SESSION) {
  const events: WorkerEvent[] = [];
  const poller = new Poller({ client: platform.client(), ...timers, random, emit: (event) => events.push(event) }, session);
  return { poller, events };
}

/** Lets each test of a file run on a fake clock. */
export function onFakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The answer of a platform that is down. */
export const unavailable = (): Response => json({ title: 'down', status: 503, code: 'unavailable' }, { status: 503 });

export function pollerOnNewPlatform() {
  const platform = new FakePlatform();
  return { platform, ...pollerOn(platform) };
}
