/** Behind a trusted proxy everybody is counted by their address, however the proxy writes it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SIGN_IN_GATE } from '../../server/accounts/busy-gate';
import { signIn } from '../../src/core/contract/auth';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const HOUR_MS = 60 * 60_000;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { trustProxy: ['127.0.0.1', '10.0.0.0/8'] } });
});
afterAll(() => site.close());

let guesses = 0;
async function guessFrom(forwardedFor: string): Promise<number> {
  guesses += 1;
  const body = { username: `nobody-${guesses}`, password: 'a guess like any' };
  return (await site.client().call(signIn, { body, headers: { 'x-forwarded-for': forwardedFor } })).status;
}
/** Lets the address fail as often as is allowed without a puzzle. */
async function fillUp(subject: string): Promise<void> {
  const { kind, leakMs, freeCalls } = SIGN_IN_GATE.perAddress;
  await site.pool.query('INSERT INTO rate (kind, subject, empty_at) VALUES ($1, $2, $3)', [
    kind, subject, new Date(site.platform.now().getTime() + freeCalls * leakMs),
  ]);
}
async function answersTo(addresses: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const address of addresses) statuses.push(await guessFrom(address));
  return statuses;
}
const alerts = (): number => site.logs.filter((line) => line.includes('http.address-unreadable')).length;

it('a guesser whose proxy adds the port, or who spells the address in another way, gets no new one', async () => {
  await fillUp('9.9.9.9');
  expect(await answersTo(['9.9.9.9', '9.9.9.9:20000', '9.9.9.9:20001', '::ffff:9.9.9.9', '[::ffff:909:909]:443'])).toEqual([429, 429, 429, 429, 429]);
  await fillUp('2001:db8:5:6::/64');
  const spellings = ['[2001:db8:5:6::1]:443', '2001:DB8:5:6::2', '2001:0db8:0005:0006::3%eth0', '2001:db8:5:6:7::8'];
  expect(await answersTo(spellings)).toEqual([429, 429, 429, 429]);
});

it('a proxy in the middle that is named with its port is still a proxy: of two who come through it one gets no wait of the other', async () => {
  await fillUp('8.8.4.1');
  expect(await answersTo(['8.8.4.1, 10.0.0.5:8080', '8.8.4.2, 10.0.0.5:8080'])).toEqual([429, 401]);
});

it('a guesser gains nothing by a header that holds no address: all such calls count as the proxy’s, and one alert an hour says so', async () => {
  await fillUp('127.0.0.1');
  const texts = ['not-an-ip', 'unknown', 'x'.repeat(4_000), '1.2.3', '_secret'];
  expect(await answersTo(texts)).toEqual([429, 429, 429, 429, 429]);
  expect(alerts()).toBe(1);
  site.pass(HOUR_MS);
  await guessFrom('still-no-address');
  expect(alerts()).toBe(2);
  expect(site.logs.find((line) => line.includes('http.address-unreadable'))).toMatch(/"level":"error".*"alert":true/);
});

it('a proxy that nobody named is told once, and neither a caller without one nor a trusted one is', async () => {
  const told = ({ logs }: TestPlatform): number => logs.filter((line) => line.includes('http.proxy-not-trusted')).length;
  expect(told(site)).toBe(0);
  const forgetful = await testPlatform();
  const ask = (headers: Record<string, string> = {}) => forgetful.client().request('GET', '/livez', { headers });
  await ask();
  expect(told(forgetful)).toBe(0);
  for (let n = 0; n < 3; n += 1) await ask({ 'x-forwarded-for': '9.9.9.9' });
  expect(told(forgetful)).toBe(1);
  await forgetful.close();
});
