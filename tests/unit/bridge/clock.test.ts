import { afterEach, expect, it } from 'vitest';
import { clock } from '../../../src/core/time';
import { Poller } from '../../../src/worker/poller';
import { FakePlatform, SESSION, timers } from '../worker/support';
import { leavePage, openBridge } from './support';

afterEach(leavePage);

it('a phone’s wrong clock never makes the page say that money was not sent', async () => {
  const { bridge: { clock: { notePlatformTime, platformNow }, receiveEvent } } = openBridge();
  notePlatformTime(Date.parse('1999-03-01T00:00:00Z'));
  expect(platformNow()).toBeNull();
  // The worker does not know the platform's time either, so the age that it reports is by the same phone's clock.
  const platform = new FakePlatform();
  const poller = new Poller({ client: platform.client(), ...timers, isPhoneTime: () => true, random: () => 0.5, emit: receiveEvent }, SESSION);
  await poller.check();
  await poller.check();
  poller.end();
  expect(platform.count('profile')).toBe(2);
  expect(platformNow()).toBeNull();
  expect(clock.hasPlatformTime()).toBe(false);

  receiveEvent({ type: 'confirmed', kind: 'balance', savedAt: Date.now() });
  expect(platformNow()).not.toBeNull();
  expect(clock.hasPlatformTime()).toBe(true);
});
