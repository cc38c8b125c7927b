/** A shared phone: one player's break waits for a connection, and another player signs in first. */
import { beforeEach, describe, expect, it } from 'vitest';
import { PLAYER_KINDS } from '../../../src/core/outbox/kinds';
import type { Database } from '../../../src/data/database';
import { raiseEpoch, wipePlayer } from '../../../src/data/fence';
import { addToOutbox, outboxOf, removeFromOutbox } from '../../../src/data/outbox';
import { BINDING_KINDS, MAX_SET_ASIDE } from '../../../src/data/set-aside';
import { everything, freshDatabase } from './support';

let db: Database;
const add = (userId: string, kind: string, body: unknown) => addToOutbox(db, { userId, kind, body, key: `${kind} of ${userId}`, at: 5 });
const askForBreak = (userId: string) => add(userId, 'exclude', { length: '24-hours' });
const signIn = (userId: string) => raiseEpoch(db, { userId });
/** The platform ended the session; nobody pressed anything. */
const sessionEnds = (userId: string) => raiseEpoch(db, { userId: null, keepQueuesOf: userId });
const waiting = async (userId: string) => (await outboxOf(db, userId)).map(({ key, body, at, state }) => ({ key, body, at, state }));

beforeEach(() => {
  db = freshDatabase();
});

describe('a break that waits on a shared phone', () => {
  it('is not lost when somebody else signs in first: it goes out when its player is back, with its key', async () => {
    await signIn('ada');
    await askForBreak('ada');
    await add('ada', 'lower-limit', { kind: 'stake', period: 'day', amount: 100 });
    await add('ada', 'give-consent', { tag: 'sms' });
    await sessionEnds('ada');
    await signIn('bola');
    expect(await waiting('bola')).toEqual([]);
    expect(await everything(db, 'outbox')).toEqual([]);
    // And yet another one, after a sign-out on purpose.
    await wipePlayer(db);
    await signIn('chidi');
    await signIn('ada');
    expect(await waiting('ada')).toEqual([
      { key: 'exclude of ada', body: { length: '24-hours' }, at: 5, state: 'waiting' },
      { key: 'lower-limit of ada', body: { kind: 'stake', period: 'day', amount: 100 }, at: 5, state: 'waiting' },
    ]);
  });

  it('names nobody while somebody else is signed in', async () => {
    await signIn('ada');
    await askForBreak('ada');
    await signIn('bola');
    const stored = JSON.stringify([await everything(db, 'meta'), await everything(db, 'outbox')]);
    expect(stored).toContain('24-hours');
    expect(stored.replaceAll('exclude of ada', '')).not.toContain('ada');
  });

  it('comes back once, and not after it has been sent', async () => {
    await signIn('ada');
    await askForBreak('ada');
    await signIn('bola');
    await signIn('ada');
    for (const item of await outboxOf(db, 'ada')) await removeFromOutbox(db, item);
    await signIn('bola');
    await signIn('ada');
    expect(await waiting('ada')).toEqual([]);
  });

  it('goes with a sign-out of its own player, who was told so, and leaves that of others', async () => {
    await signIn('ada');
    await askForBreak('ada');
    await signIn('bola');
    await askForBreak('bola');
    await wipePlayer(db);
    await signIn('bola');
    expect(await waiting('bola')).toEqual([]);
    await signIn('ada');
    expect(await waiting('ada')).toHaveLength(1);
  });

  it('is kept in bounded number', async () => {
    for (let n = 0; n < MAX_SET_ASIDE + 2; n += 1) {
      await signIn(`player ${n}`);
      await askForBreak(`player ${n}`);
    }
    await signIn('ada');
    await signIn('player 1');
    expect(await waiting('player 1')).toEqual([]);
    await signIn('player 2');
    expect(await waiting('player 2')).toHaveLength(1);
  });
});

it('exactly the binding kinds of the outbox’s table are set aside', () => {
  const binding = Object.entries(PLAYER_KINDS).filter(([, kind]) => 'binds' in kind && kind.binds).map(([name]) => name);
  expect([...BINDING_KINDS].toSorted()).toEqual(binding.toSorted());
});
