import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Details } from '../../../src/core/contract/details';
import { detailsConflict } from '../../../src/core/details-conflict';
import type { OutboxItem } from '../../../src/core/outbox/item';
import { emptyBrowser } from '../data/support';
import { deviceFor } from './drivers';
import { problem } from './model-platform';

const EDIT = { version: 3, base: { lastname: 'Obi' }, patch: { lastname: 'Eze' } };
const CURRENT: Details = { firstname: 'Ada', lastname: 'Bello', phone: null, address: null, version: 4 };

beforeEach(emptyBrowser);

describe('a change of the own details in the outbox', () => {
  it('is sent with the version it started from, and only what changed', async () => {
    const device = await deviceFor('edit-profile');
    await device.add(EDIT);
    await device.send();
    expect(device.platform.requests).toMatchObject([{ method: 'PATCH', body: { lastname: 'Eze' }, ifMatch: '"3"' }]);
  });

  it('that met another one stays for the player to decide, and holds up nothing behind it', async () => {
    const device = await deviceFor('edit-profile');
    await device.add(EDIT);
    await device.add({ tag: 'sms' }, 'give-consent');
    device.platform.weather = [problem(412, 'version-conflict', { current: CURRENT })];
    await device.send();
    expect(device.platform.effects).toHaveLength(1);
    const [item] = await device.items();
    expect(item).toMatchObject({ kind: 'edit-profile', state: 'conflict', body: EDIT });
    expect(detailsConflict(item!)).toEqual({ current: CURRENT, contestedMembers: ['lastname'], nextEdit: { ...EDIT, version: 4, base: { lastname: 'Bello' } } });
    await device.send();
    expect(device.platform.requests).toHaveLength(2);
  });

  it('that needs the password first is kept as refused, and the items behind it go out', async () => {
    const device = await deviceFor('edit-profile');
    await device.add({ ...EDIT, patch: { phone: '+2347011111111' } });
    await device.add({ tag: 'sms' }, 'give-consent');
    device.platform.weather = [problem(401, 'password-needed')];
    await device.send();
    expect(device.platform.effects).toHaveLength(1);
    expect(await device.items()).toMatchObject([{ kind: 'edit-profile', state: 'refused', problem: { code: 'password-needed' } }]);
  });
});

describe('a conflict of details', () => {
  const item: OutboxItem = {
    userId: 'a', kind: 'edit-profile', slot: 'edit-profile', key: 'k', body: EDIT, at: 1, state: 'conflict',
    problem: { title: '', status: 412, code: 'version-conflict', current: CURRENT },
  };

  it('about other members goes out again over the current details; one where they already have the wish is done', () => {
    const elsewhere = { ...CURRENT, lastname: 'Obi', firstname: 'Adaeze' };
    expect(detailsConflict({ ...item, problem: { ...item.problem!, current: elsewhere } })).toMatchObject({ contestedMembers: [], nextEdit: { version: 4, patch: { lastname: 'Eze' } } });
    const same = { ...CURRENT, lastname: 'Eze' };
    expect(detailsConflict({ ...item, problem: { ...item.problem!, current: same } })).toMatchObject({ contestedMembers: [], nextEdit: null });
  });

  it('that can’t be read, or is none, is left alone', () => {
    expect(detailsConflict({ ...item, problem: { ...item.problem!, current: { version: 'x' } } })).toBeNull();
    expect(detailsConflict({ ...item, state: 'waiting' })).toBeNull();
    expect(detailsConflict({ ...item, kind: 'give-consent' })).toBeNull();
    expect(detailsConflict({ ...item, body: { odd: true } })).toBeNull();
  });
});
