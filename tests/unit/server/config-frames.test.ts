import { expect, it } from 'vitest';
import { loadConfig } from '../../../server/config';
import { documentHeaders } from '../../../server/hosting/headers';
import { providerAt } from '../../support/frame-provider/provider';

const ORIGIN = 'https://games.example';
const good = providerAt(ORIGIN);
const [game] = good.games;
const load = (providers: unknown, more: Readonly<Record<string, string>> = {}) =>
  loadConfig({ GAME_PROVIDERS: typeof providers === 'string' ? providers : JSON.stringify(providers), ...more });

it('a provider is read, and its origin alone may be framed', () => {
  const loaded = load([good], { PUBLIC_URL: 'https://ayo.example' });
  if ('error' in loaded) throw new Error(loaded.error);
  expect(loaded.config.gameProviders).toEqual([good]);
  expect(documentHeaders('', loaded.config)['content-security-policy']).toContain(`frame-src ${ORIGIN};`);
});

it('without providers nothing may be framed', () => {
  const loaded = loadConfig({});
  if ('error' in loaded) throw new Error(loaded.error);
  expect(documentHeaders('', loaded.config)['content-security-policy']).toContain("frame-src 'none';");
});

it.each([
  ['no JSON', '[{'], ['no array', good], ['a short secret', [{ ...good, secret: 'short' }]], ['http', [providerAt('http://games.example')]],
  ['an address with a name in it', [providerAt('https://me:you@games.example')]], ['two origins', [{ ...good, games: [game, { ...game, gameId: 'b', url: 'https://b.example/' }] }]],
  ['a game of this build', [{ ...good, games: [{ ...game, gameId: 'roulette' }] }]], ['a provider twice', [good, good]],
  ['a return that no game may have', [{ ...good, games: [{ ...game, rtp: 0.5 }] }]], ['limits the wrong way round', [{ ...good, games: [{ ...game, minStake: 10_000 }] }]],
  ['no games', [{ ...good, games: [] }]], ['more than is known', [{ ...good, colour: 'red' }]],
])('%s stops the start with a line that tells no secret', (_what, providers) => {
  const loaded = load(providers);
  const error = 'error' in loaded ? loaded.error : '';
  expect(error).toMatch(/^GAME_PROVIDERS /);
  expect(error).not.toContain(good.secret);
});

it('games on the site’s own host, at whatever port, would be sent its cookies: they stop the start', () => {
  for (const site of [ORIGIN, `${ORIGIN}:8443`]) expect(load([good], { PUBLIC_URL: site })).toMatchObject({ error: expect.stringContaining('own host') });
});

it('a platform of the operator’s own has its own games', () => {
  expect(load([good], { PLATFORM_URL: 'https://platform.example' })).toMatchObject({ error: expect.stringContaining('GAME_PROVIDERS') });
});
