import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AdminGame } from '../../../src/core/contract/admin';
import { conflictIn, contestedMembers } from '../../../src/pages/admin/games/edit';
import { emptyBrowser } from '../data/support';
import { deviceFor } from './drivers';
import { problem } from './model-platform';

const DICE = { gameId: 'dice', name: 'Dice', version: 3, base: { contribution: 0.1 }, patch: { contribution: 0.2 } };
const MINES = { gameId: 'mines', name: 'Mines', version: 7, base: { enabled: true }, patch: { enabled: false } };
const CURRENT: AdminGame = {
  gameId: 'dice', name: 'Dice', kind: 'dice', categories: [], rtp: 0.99, contribution: 0.3, minStake: 10, maxStake: 5_000, bytes: 1, art: '', enabled: true,
  newFrom: null, version: 4, updatedAt: '2026-11-22T09:00:00Z', updatedBy: 'Other', mostStake: 50_000_000,
  observed: { rounds: 0, staked: 0, won: 0, interval: null, isOff: false },
};

beforeEach(emptyBrowser);

describe('edits of games in the outbox', () => {
  it('go out in the order in which they were made, each with the version it started from', async () => {
    const device = await deviceFor('edit-game');
    await device.add(MINES);
    await device.add(DICE);
    await device.add({ version: 2, order: ['mines', 'dice'] }, 'order-games');
    await device.send();
    expect(device.platform.requests.map(({ method, path, body, ifMatch }) => [method, path, body, ifMatch])).toEqual([
      ['PATCH', '/api/v1/admin/games/mines', { enabled: false }, '"7"'],
      ['PATCH', '/api/v1/admin/games/dice', { contribution: 0.2 }, '"3"'],
      ['PUT', '/api/v1/admin/game-order', { order: ['mines', 'dice'] }, '"2"'],
    ]);
  });

  it('that met another one stay for the admin with both versions, and hold up no other game', async () => {
    const device = await deviceFor('edit-game');
    await device.add(DICE);
    await device.add(MINES);
    device.platform.weather = [problem(412, 'version-conflict', { current: CURRENT })];
    await device.send();
    expect(device.platform.effects).toHaveLength(1);
    const [item] = await device.items();
    expect(item).toMatchObject({ slot: 'game:dice', state: 'conflict', body: DICE });
    const conflict = item === undefined ? null : conflictIn(item);
    expect(conflict?.current).toEqual(CURRENT);
    expect(conflict && contestedMembers(conflict.edit, conflict.current)).toEqual(['contribution']);
    await device.send();
    expect(device.platform.requests).toHaveLength(2);
  });

  it('of one game are one item: the later stands in place of the earlier, and nothing overtakes it', async () => {
    const device = await deviceFor('edit-game');
    await device.add(DICE);
    await device.add({ ...DICE, patch: { contribution: 0.25, name: 'Dice II' }, base: { contribution: 0.1, name: 'Dice' } });
    await device.send();
    expect(device.platform.requests.map(({ body }) => body)).toEqual([{ contribution: 0.25, name: 'Dice II' }]);
  });
});
