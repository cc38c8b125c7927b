/** A kind of the outbox on a device, driven by the code that drives it there: the sync worker's, or the page's. */
import { expect, vi } from 'vitest';
import { createClient } from '../../../src/api/http';
import { OUTBOX_KINDS } from '../../../src/core/outbox/all-kinds';
import type { OutboxItem } from '../../../src/core/outbox/item';
import type { OutboxKindName } from '../../../src/core/outbox/all-kinds';
import { guestFeedbackOf } from '../../../src/bridge/outbox/guest-feedback';
import { createDatabase } from '../../../src/data/database';
import { ensureFence, raiseEpoch, wipePlayer } from '../../../src/data/fence';
import { addGuestFeedback, guestFeedback } from '../../../src/data/guest-feedback';
import { addToOutbox, outboxOf } from '../../../src/data/outbox';
import { addRevocation, storedRevocations } from '../../../src/data/revocations';
import { drainOutbox } from '../../../src/worker/outbox';
import { becomePage, endsSessions, openBridge } from '../bridge/support';
import { SESSION } from '../worker/support';
import { ModelPlatform } from './model-platform';

export interface Device {
  readonly platform: ModelPlatform;
  /** The player chooses; resolves when it is kept. `kind`: another than the device's own. */
  add(body: unknown, kind?: OutboxKindName): Promise<void>;
  /** Closes page and worker, and opens new ones on the same device. */
  restart(): void;
  /** One try to send what waits. Answers what was refused, by its body. */
  send(): Promise<readonly unknown[]>;
  /** The bodies that wait, in order. */
  waiting(): Promise<readonly unknown[]>;
  /** Everything that the device stores of the player, in any state. */
  items(): Promise<readonly OutboxItem[]>;
  signOut(): Promise<unknown>;
  /** Signs another player in on the phone. */
  handOver(): Promise<void>;
}

/** The sync worker, for a signed-in player. */
async function playersDevice(name: OutboxKindName): Promise<Device> {
  const platform = new ModelPlatform();
  let db = createDatabase();
  let session = SESSION;
  let itemCount = 0;
  await raiseEpoch(db, { userId: session.userId });
  return {
    platform,
    async add(body, kind = name) {
      itemCount += 1;
      const added = await addToOutbox(db, { userId: SESSION.userId, kind, body, key: `key-number-${itemCount}-0123456789`, at: itemCount });
      if (!added.ok) throw new Error(added.because);
    },
    restart() {
      db.close();
      db = createDatabase();
    },
    async send() {
      const client = createClient({ baseUrl: '/api', fetch: platform.fetch, now: Date.now, readCookie: () => 't', renewToken: async () => undefined });
      const signal = new AbortController().signal;
      const drained = await drainOutbox({ client, db, locks: null, session, consents: null, wall: Date.now, now: Date.now, signal });
      return drained.refused.map(({ body }) => body);
    },
    waiting: async () => (await outboxOf(db, SESSION.userId)).filter(({ state }) => state === 'waiting').map(({ body }) => body),
    items: () => outboxOf(db, SESSION.userId),
    signOut: () => wipePlayer(db),
    async handOver() {
      session = { ...SESSION, userId: 'b', sessionId: 's2' };
      await ensureFence(db, 'b');
    },
  };
}

/** The page, whoever is signed in: a sign-out is nobody's. */
async function anybodysDevice(): Promise<Device> {
  const platform = new ModelPlatform();
  const page = becomePage();
  // Nobody is signed in there.
  page.network((url, init) => (url.endsWith('/profile') && platform.portal === null ? endsSessions(url, init) : platform.fetch(url, init)));
  vi.stubGlobal('setTimeout', () => 0);
  const db = createDatabase();
  return {
    platform,
    add: async (body) => {
      await addRevocation(db, (body as { hash: string }).hash, Date.now());
    },
    restart: () => db.close(),
    async send() {
      await openBridge().bridge.revocations.flush();
      return [];
    },
    waiting: async () => (await storedRevocations(createDatabase(), Date.now())).waitingHashes.map((hash) => ({ hash })),
    items: async () => [],
    signOut: () => wipePlayer(createDatabase()),
    handOver: () => ensureFence(createDatabase(), 'b'),
  };
}

/** The page of a guest, and of whoever comes after. */
async function guestsDevice(): Promise<Device> {
  const platform = new ModelPlatform();
  const page = becomePage();
  page.network((url, init) => platform.fetch(url, init));
  vi.stubGlobal('setTimeout', () => 0);
  const db = createDatabase();
  const storedFeedback = async () => guestFeedback(createDatabase());
  return {
    platform,
    async add(body) {
      const item = { userId: null, kind: 'guest-feedback', slot: '', key: (body as { id: string }).id, body, at: 1, state: 'waiting', problem: null } as const;
      expect(await addGuestFeedback(db, item)).toBe('stored');
    },
    restart: () => db.close(),
    async send() {
      const { flush } = guestFeedbackOf(openBridge().bridge);
      const before = new Set((await storedFeedback()).filter(({ state }) => state === 'refused').map(({ key }) => key));
      await flush();
      return (await storedFeedback()).filter(({ state, key }) => state === 'refused' && !before.has(key)).map(({ body }) => body);
    },
    waiting: async () => (await storedFeedback()).filter(({ state }) => state === 'waiting').map(({ body }) => body),
    items: storedFeedback,
    signOut: () => wipePlayer(createDatabase()),
    handOver: () => ensureFence(createDatabase(), 'b'),
  };
}

export function deviceFor(name: OutboxKindName): Promise<Device> {
  if (name === 'guest-feedback') return guestsDevice();
  return name === 'revocation' ? anybodysDevice() : playersDevice(name);
}

export const KIND_NAMES = Object.keys(OUTBOX_KINDS) as OutboxKindName[];
