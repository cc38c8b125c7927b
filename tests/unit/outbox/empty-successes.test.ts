/** A success that says nothing may be of something between the device and the platform, which answers everything so. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyBrowser } from '../data/support';
import { BODIES } from '../worker/support';
import { deviceFor } from './drivers';

const empty = () => new Response('', { status: 200 });
const profileWith = (consents: Readonly<Record<string, boolean>>) => ({ ...(BODIES['profile'] as object), consents });

beforeEach(() => {
  emptyBrowser();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an empty success', () => {
  it('to a withdrawn consent is not the platform’s while its profile has the consent: it is withdrawn again', async () => {
    const device = await deviceFor('withdraw-consent');
    await device.add({ tag: 'sms' });
    device.platform.profile = profileWith({ sms: true });
    device.platform.weather = [empty];
    await device.send();
    expect(await device.waiting()).toEqual([{ tag: 'sms' }]);
    expect(device.platform.effects).toEqual([]);
    vi.setSystemTime(Date.now() + 60_000);
    device.platform.profile = profileWith({ sms: false });
    await device.send();
    expect(await device.waiting()).toEqual([]);
    expect(device.platform.effects).toHaveLength(1);
  });

  it('to a withdrawn consent holds up nothing behind it', async () => {
    const device = await deviceFor('withdraw-consent');
    await device.add({ tag: 'sms' });
    await device.add({ gameId: 'dice' }, 'favourite');
    device.platform.profile = profileWith({ sms: true });
    device.platform.weather = [empty];
    await device.send();
    expect(await device.waiting()).toEqual([{ tag: 'sms' }]);
  });

  it.each([['favourite', { gameId: 'dice' }], ['withdraw-consent', { tag: 'sms' }], ['give-consent', { tag: 'sms' }]] as const)(
    'to a %s counts only where the platform is reached right then',
    async (kind, body) => {
      const device = await deviceFor(kind);
      await device.add(body);
      device.platform.portal = empty;
      await device.send();
      expect(await device.waiting()).toEqual([body]);
      device.platform.portal = null;
      vi.setSystemTime(Date.now() + 60_000);
      await device.send();
      expect(await device.waiting()).toEqual([]);
      expect(device.platform.effects).toHaveLength(1);
    },
  );

  it('to a withdrawn consent is the platform’s where its profile says nothing about consents', async () => {
    const device = await deviceFor('withdraw-consent');
    await device.add({ tag: 'sms' });
    device.platform.profile = { ...(BODIES['profile'] as object), consents: [] };
    await device.send();
    expect(await device.waiting()).toEqual([]);
  });
});
