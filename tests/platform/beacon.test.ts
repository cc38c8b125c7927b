/** The adapter of the public beacon, against a server that has every kind of failure; and its configuration. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KNOWN_CHAINS, readBeacon } from '../../server/config/draws';
import { askBeacon } from '../../server/gateways/beacon/drand';
import { roundFrom, roundTime } from '../../server/promotions/draws/beacon-schedule';
import { TEST_CHAIN, beaconRound, startBeaconServer } from '../support/beacon-server';
import type { BeaconServer, BeaconTrouble } from '../support/beacon-server';

let beacon: BeaconServer;
beforeAll(async () => {
  beacon = await startBeaconServer();
});
beforeEach(() => {
  beacon.trouble = 'none';
  beacon.nowMs = roundTime(beacon.config, 100);
  beacon.calls.length = 0;
});
afterAll(() => beacon.close());

/** The deadline is long where an answer is expected, because the machine may be busy. */
const ask = (round: number | 'latest', { urls = beacon.config.urls, deadlineMs = 60_000 }: { readonly urls?: readonly string[]; readonly deadlineMs?: number } = {}) =>
  askBeacon({ urls, chain: TEST_CHAIN }, round, { fetch, deadlineMs });

describe('a beacon that is asked for a round', () => {
  it('gives it with its signature, whose hash is the randomness', async () => {
    expect(await ask(100)).toEqual({ is: 'round', value: beaconRound(100) });
    expect(await ask('latest')).toEqual({ is: 'round', value: beaconRound(100) });
    expect(beacon.calls).toEqual([`/${TEST_CHAIN}/public/100`, `/${TEST_CHAIN}/public/latest`]);
  });

  it.each<[BeaconTrouble, string]>([
    ['hang', 'did not answer'], ['slow-body', 'did not answer'], ['drop', 'did not answer'], ['redirect', 'did not answer'], ['status-500', 'status 500'],
    ['html', 'answered something other than JSON'], ['truncated', 'answered something other than JSON'], ['wrong-shape', 'answered in an unknown shape'],
    ['odd-signature', 'answered in an unknown shape'], ['another-round', 'answered round 99'], ['forged', 'its randomness is not that of its signature'],
    ['huge', 'answered far too much'],
  ])('is not believed with “%s”', async (trouble, why) => {
    beacon.trouble = trouble;
    const isSilent = trouble === 'hang' || trouble === 'slow-body';
    expect(await ask(100, isSilent ? { deadlineMs: 200 } : {})).toEqual({ is: 'none', why: [why] });
  });

  it('has no round that is still to come, and another address is asked where the first one fails', async () => {
    expect(await ask(101)).toEqual({ is: 'none', why: ['status 404'] });
    expect(await ask(100, { urls: ['http://127.0.0.1:9', ...beacon.config.urls] })).toEqual({ is: 'round', value: beaconRound(100) });
    expect(await ask(100, { urls: ['http://127.0.0.1:9', 'http://127.0.0.1:9'] })).toEqual({ is: 'none', why: ['did not answer', 'did not answer'] });
    expect(await askBeacon({ urls: beacon.config.urls, chain: 'ab'.repeat(32) }, 100, { fetch })).toEqual({ is: 'none', why: ['status 404'] });
  });
});

describe('the time of a round', () => {
  it('is that of the first round at a moment or after it', () => {
    const quicknet = { genesisMs: KNOWN_CHAINS.quicknet.genesisSeconds * 1_000, periodMs: 3_000 };
    expect(roundFrom(quicknet, quicknet.genesisMs)).toEqual({ round: 1, atMs: quicknet.genesisMs });
    expect(roundFrom(quicknet, quicknet.genesisMs - 9)).toEqual({ round: 1, atMs: quicknet.genesisMs });
    expect(roundFrom(quicknet, quicknet.genesisMs + 1)).toEqual({ round: 2, atMs: quicknet.genesisMs + 3_000 });
    // drand’s own clients count rounds like this: https://docs.drand.love
    expect(roundFrom(quicknet, Date.parse('2026-04-20T00:00:00Z'))).toEqual({ round: 27_946_612, atMs: Date.parse('2026-04-20T00:00:00Z') });
  });
});

describe('the configuration of a beacon', () => {
  const read = (url?: string, chain?: string) => readBeacon((name) => (name === 'DRAW_BEACON_URL' ? url : name === 'DRAW_BEACON_CHAIN' ? chain : undefined));
  const HASH = 'ab'.repeat(32);

  it('names no beacon, drand’s quicknet at an address, or another chain with its times', () => {
    expect(read()).toBeUndefined();
    expect(read('https://api.drand.sh/, https://drand.cloudflare.com')).toEqual({
      urls: ['https://api.drand.sh', 'https://drand.cloudflare.com'], chain: KNOWN_CHAINS.quicknet.hash, genesisMs: 1_692_803_367_000, periodMs: 3_000,
    });
    expect(read('http://127.0.0.1:99', KNOWN_CHAINS.default.hash)).toMatchObject({ genesisMs: 1_595_431_050_000, periodMs: 30_000 });
    expect(read('https://beacon.example', `${HASH}:1700000000:25`)).toMatchObject({ chain: HASH, genesisMs: 1_700_000_000_000, periodMs: 25_000 });
  });

  it.each([
    [undefined, HASH], ['api.drand.sh', undefined], ['http://api.drand.sh', undefined], ['https://u:p@api.drand.sh', undefined], [',', undefined],
    ['https://api.drand.sh', HASH], ['https://api.drand.sh', 'quicknet'], ['https://api.drand.sh', `${HASH}:1700000000:0`],
    // A known chain has no other times: a round would be there before it is due.
    ['https://api.drand.sh', `${KNOWN_CHAINS.quicknet.hash}:1692803367:30`],
  ])('is refused where it is %s with the chain %s', (url, chain) => {
    expect(read(url, chain)).toMatchObject({ errors: [expect.stringMatching(/^DRAW_BEACON_(URL|CHAIN) is /)] });
  });

  it('has the times of the known chains: they are in the hash, as drand makes it from its public info', () => {
    const infos = [
      {
        ...KNOWN_CHAINS.quicknet, group: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e', id: 'quicknet',
        key: '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
      },
      {
        ...KNOWN_CHAINS.default, group: '176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a', id: '',
        key: '868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31',
      },
    ];
    for (const { hash, periodSeconds, genesisSeconds, key, group, id } of infos) {
      const times = Buffer.alloc(12);
      times.writeUInt32BE(periodSeconds);
      times.writeBigInt64BE(BigInt(genesisSeconds), 4);
      expect(createHash('sha256').update(times).update(key, 'hex').update(group, 'hex').update(id).digest('hex')).toBe(hash);
    }
  });
});
